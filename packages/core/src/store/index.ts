/** `@daybook/core/store`: what the author of a store needs. */
export { DaybookError, isDaybookError } from '../base/errors.ts';
export type {
  Append,
  BodyRow,
  BranchRow,
  EntryRow,
  GroupRow,
  GroupState,
  Mark,
  MarkedEntry,
  MarkLimits,
  OwnedGroupRow,
} from '../journal/rows.ts';
export type { Scope, SessionKey } from '../journal/scope.ts';
export type { Found, GroupQuery, Opened, Store, StoreReader, StrayRow } from './port.ts';
