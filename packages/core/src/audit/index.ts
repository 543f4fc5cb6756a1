/** `@daybook/core/audit`: re-derives a record from its bytes and lists what does not fit. */
export { type AuditOptions, type AuditReport, audit } from './audit.ts';
export type { Finding, FindingCode } from './findings.ts';
