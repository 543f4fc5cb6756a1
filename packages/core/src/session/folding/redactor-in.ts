/** The redactor of a daybook: the application's, or the built-in one. */
import type { Json } from '../../base/json.ts';
import { builtInRedactor } from '../../redact/detector.ts';
import { type Redactor, redactJson } from '../../redact/redactor.ts';
import type { Folding } from '../opened.ts';

/** @throws DaybookError `invalid-input` */
export function hideSecrets(ports: { readonly folding: Folding }, value: Json): Json {
  return redactJson(redactorIn(ports), value);
}

export function redactorIn({ folding }: { readonly folding: Folding }): Redactor {
  return folding.redactor ?? builtInRedactor;
}
