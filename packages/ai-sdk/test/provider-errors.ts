/** Errors in the shapes in which the AI SDK throws them or puts them into a stream. Their words are ours or a provider's wording. */
import { APICallError, RetryError } from 'ai';

interface Told {
  readonly status?: number;
  readonly message: string;
  readonly body?: unknown;
  readonly data?: unknown;
}

/** As the provider packages throw it: the words of the body are the message. */
export function call({
  status = 400,
  message,
  body = { error: { message } },
  data = body,
}: Told): APICallError {
  const responseBody = typeof body === 'string' ? body : JSON.stringify(body);
  return new APICallError({
    message,
    url: 'https://api.example/v1',
    requestBodyValues: { messages: [{ role: 'user', content: 'Why is the prompt is too long?' }] },
    statusCode: status,
    responseBody,
    ...(typeof data !== 'string' && { data }),
  });
}

export function coded(code: string, message: string, status = 400): APICallError {
  return call({
    status,
    message,
    body: { error: { message, type: 'invalid_request_error', param: null, code } },
  });
}

/** The body was in no form that the provider package knows: the message is the status text. */
export function unread(status: number, body: string): APICallError {
  return call({ status, message: status === 413 ? 'Payload Too Large' : 'Bad Request', body });
}

export function typed(type: string, message: string, status = 400): APICallError {
  return call({ status, message, body: { type: 'error', error: { type, message } } });
}

export function gateway(message: string, cause?: unknown, statusCode = 400): Error {
  return Object.assign(new Error(message, { cause }), {
    name: 'GatewayInvalidRequestError',
    statusCode,
    type: 'invalid_request_error',
  });
}

export function retry(...errors: unknown[]): RetryError {
  return new RetryError({ message: 'Failed after 2 attempts.', reason: 'maxRetriesExceeded', errors });
}

export const busy: APICallError = typed('overloaded_error', 'Overloaded', 529);
export const large: APICallError = typed(
  'invalid_request_error',
  'prompt is too long: 210503 tokens > 200000 maximum',
);
export const chat = (n: number): string =>
  `This model's maximum context length is ${n} tokens. However, your messages resulted in ${n + 9} tokens. Please reduce the length of the messages.`;
