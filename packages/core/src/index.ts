/** `@daybook/core`: the journal of long agent conversations. */
export type { AuditOptions, AuditReport } from './audit/audit.ts';
export type { Finding, FindingCode } from './audit/findings.ts';
export { DaybookError, type ErrorCode, isDaybookError } from './base/errors.ts';
export { checkJson, isJsonObject, type Json, parseJson } from './base/json.ts';
export { type Clock, noClock, type Random } from './base/ports.ts';
export { type Daybook, type DaybookOptions, openDaybook } from './daybook.ts';
export type { Authority } from './journal/authority.ts';
export type { Body, BodyPart } from './journal/body.ts';
export type { Kind } from './journal/kinds.ts';
export type {
  DataPart,
  FilePart,
  Message,
  MessagePart,
  OpaquePart,
  ReasoningPart,
  Role,
  Status,
  TextPart,
  ToolCallPart,
  ToolResultPart,
  Usage,
} from './journal/message.ts';
export type { Scope, SessionKey } from './journal/scope.ts';
export type { Seal } from './journal/seal.ts';
export { LOG_START, type LogEntry, type LogPlace } from './journal/walk.ts';
export type { Category, Confidence, FactState, Priority } from './ledger/fact.ts';
export { pinsLine } from './packet/pin-count.ts';
export type { Redactor, SecretSpan } from './redact/redactor.ts';
export type { Answer, Reported } from './session/answer.ts';
export type {
  ToldCitation,
  ToldFact,
  ToldLedger,
  Why,
} from './session/folding/facts.ts';
export type { FoldOptions } from './session/folding/fold-now.ts';
export type { FoldLine, FoldReport } from './session/folding/fold-report.ts';
export type { Replayed } from './session/folding/history.ts';
export type { PacketOnly, PacketOptions } from './session/folding/packet-only.ts';
export type { ReadEntry } from './session/reader.ts';
export type { Recorded } from './session/record.ts';
export type { Restored } from './session/restore.ts';
export type { Session, SessionOptions, SyncOptions } from './session/session.ts';
export type { BranchLine, CallStatus, SessionStatus } from './session/status.ts';
export type { SyncCall, SyncEvent } from './session/sync-call.ts';
export type { Place } from './session/synced.ts';
export type { View, ViewAccount, ViewNotice, ViewOptions } from './session/view.ts';
