/**
 * Calls and responses in Gemini contents.
 *
 * Invariant: the content right behind a call turn is the only place for its responses.
 */
import { callsIn, holdsCall, holdsResponse, partsOf, responsesIn } from './gemini-parts.ts';
import { breach, isText, show } from './reading.ts';
import type { Breach, Wire } from './rule.ts';

export function* callsStandBehindUsers({ messages }: Wire): Iterable<Breach> {
  for (const [index, content] of messages.entries()) {
    const before = messages[index - 1];
    if (callsIn(content).length > 0 && (!before || before.value.role === 'model'))
      yield breach(content, '', 'a call turn that is not right behind a turn of the user');
  }
}

export function* responsesStandBehindCalls({ messages }: Wire): Iterable<Breach> {
  for (const [index, content] of messages.entries()) {
    const before = messages[index - 1];
    if (responsesIn(content).length > 0 && !(before && callsIn(before).length > 0))
      yield breach(content, '', 'a response turn that is not right behind a call turn');
  }
}

export function* callsHaveResponses({ messages }: Wire): Iterable<Breach> {
  for (const [index, content] of messages.entries()) {
    const [calls, next] = [callsIn(content).length, messages[index + 1]];
    // Rule 12 names a call turn that ends the list.
    if (calls > 0 && next && responsesIn(next).length !== calls)
      yield breach(next, '', `${responsesIn(next).length} responses for ${calls} calls`);
    const parts = partsOf(content);
    const other = parts.findIndex((part) => !holdsResponse(part));
    const late = other < 0 ? undefined : parts.slice(other).find(holdsResponse);
    if (late) yield breach(late, '', 'a response behind another part');
  }
}

export function* parallelCallsStayTogether({ messages, received }: Wire): Iterable<Breach> {
  for (const original of received) {
    const ids = new Set(callsIn(original).map(({ value }) => value.id));
    const holders = messages.filter((content) =>
      callsIn(content).some(({ value }) => isText(value.id) && ids.has(value.id)),
    );
    for (const holder of holders.slice(1))
      yield breach(holder, '', 'calls that were received in one content with earlier ones');
  }
}

export function* responsesNameCalls({ messages }: Wire): Iterable<Breach> {
  for (const [index, content] of messages.entries()) {
    const before = messages[index - 1];
    const calls = before ? callsIn(before) : [];
    if (calls.length === 0) continue;
    const left = new Set(calls);
    for (const response of responsesIn(content)) {
      const { id, name } = response.value;
      // Calls without ids are answered in their order.
      const call = [...left].find((other) => other.value.id === id);
      if (!call) yield breach(response, 'id', `${show(id)} is no call that waits`);
      else if (call.value.name !== name)
        yield breach(response, 'name', `${show(name)} is not the name of the call`);
      if (call) left.delete(call);
    }
  }
}

export function* responsesAreFromUsers({ messages }: Wire): Iterable<Breach> {
  for (const content of messages) {
    const { role } = content.value;
    for (const part of partsOf(content))
      if ((role === 'user' && holdsCall(part)) || (role === 'model' && holdsResponse(part)))
        yield breach(part, '', `in a content of ${show(role)}`);
  }
}
