/**
 * The redactor of core, for what leaves the daybook as a file.
 *
 * Invariant: it fails closed. A core that does not give its redactor away makes the command refuse; nothing is ever
 * handed on in clear instead.
 */
import * as core from '@daybook/core';
import { DaybookError, type Json, type Redactor } from '@daybook/core';

/** What is asked of core's index: the built-in redactor, and what applies it to a value. */
interface Redaction {
  readonly builtInRedactor?: Redactor;
  readonly redactJson?: (redactor: Redactor, value: Json) => Json;
}

/** @throws DaybookError `unsupported` */
export function hiding(): (value: Json) => Json {
  const { builtInRedactor, redactJson } = core as Redaction;
  if (!builtInRedactor || !redactJson)
    throw new DaybookError('unsupported', 'this version of @daybook/core cannot hide secrets; use --exact', {
      details: { missing: 'redactor' },
    });
  return (value) => redactJson(builtInRedactor, value);
}
