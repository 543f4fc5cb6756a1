/** A rule and two lists: one that breaks it, and one as near to it as a list can come without breaking any. */
import type { Provider, ProviderRequest } from '../../src/provider-rules/index.ts';

export interface RuleExample {
  readonly rule: string;
  /** What separates the two lists. */
  readonly name: string;
  /** Where the rule is broken. */
  readonly at: string;
  /** Other rules that the same fault breaks. */
  readonly also?: readonly string[];
  readonly breaks: ProviderRequest;
  readonly passes: ProviderRequest;
}

export function providerOf({ rule }: Pick<RuleExample, 'rule'>): Provider {
  return rule.slice(0, rule.indexOf('/')) as Provider;
}
