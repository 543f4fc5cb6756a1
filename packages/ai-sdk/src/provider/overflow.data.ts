/**
 * How providers say that a request is too large. Each row is a wording as it stands in their errors; the comment names
 * the product and where the wording was seen.
 *
 * Invariant: every expression takes time linear in the text: no unbounded quantifier, none inside another.
 */

export interface OverflowWording {
  /** Whose wording it is: for people. */
  readonly provider?: string;
  /** Sought in the message, the code and the body of an error. */
  readonly wording: RegExp;
  /** Number of the group that holds the provider's maximum in tokens. */
  readonly limit?: number;
}

/** Where one error has several wordings, one that names the maximum comes first. */
export const OVERFLOW_WORDINGS: readonly OverflowWording[] = [
  // OpenAI chat, also Azure, DeepSeek, vLLM, OpenRouter, LiteLLM ("of N tokens", "(N)"): API errors in public issues.
  { provider: 'openai', wording: /maximum context length (?:is |of |\()([\d,]{1,12})\b/i, limit: 1 },
  // OpenAI chat of later models: API errors in public issues.
  { provider: 'openai', wording: /input tokens exceed the configured limit of ([\d,]{1,12})/i, limit: 1 },
  // OpenAI Responses: API errors, error frames of streams.
  { provider: 'openai', wording: /exceeds the context window/i },
  // OpenAI: too many messages, or a text with too many characters; API reference of error codes.
  { provider: 'openai', wording: /invalid '(?:messages|input)[^'\n]{0,60}': (?:array|string) too long/i },
  // OpenAI, Azure, Groq, Cerebras, OpenRouter: error code.
  { provider: 'openai', wording: /\bcontext_length_exceeded\b/i },
  { provider: 'azure', wording: /maximum context length has been exceeded/i },
  // Anthropic Messages, also through Bedrock, Vertex and OpenRouter; some proxies escape the sign: API errors.
  {
    provider: 'anthropic',
    wording: /prompt is too long: [\d,]{1,12} tokens (?:>|\\u003e) ([\d,]{1,12}) maximum/i,
    limit: 1,
  },
  {
    provider: 'anthropic',
    wording: /exceed context limit: [\d,]{1,12} \+ [\d,]{1,12} (?:>|\\u003e) ([\d,]{1,12})/i,
    limit: 1,
  },
  { provider: 'anthropic', wording: /prompt is too long/i },
  { provider: 'anthropic', wording: /exceed context limit/i },
  // Anthropic: error type, status 413, of requests with too many bytes.
  { provider: 'anthropic', wording: /\brequest_too_large\b/i },
  // Anthropic, Z.ai: stop reason that some gateways hand on as an error.
  { provider: 'anthropic', wording: /\bmodel_context_window_exceeded\b/i },
  // Google Gemini API and Vertex: API errors in public issues, three generations.
  {
    provider: 'google',
    wording:
      /input token count (?:\([\d,]{1,12}\) )?exceeds the maximum number of tokens allowed \(?([\d,]{1,12})/i,
    limit: 1,
  },
  {
    provider: 'google',
    wording: /input token count is [\d,]{1,12} but model only supports up to ([\d,]{1,12})/i,
    limit: 1,
  },
  // Google Gemini API: a limit of bytes.
  { provider: 'google', wording: /request payload size exceeds the limit/i },
  // Amazon Bedrock: validation errors of Claude, Titan and Nova models.
  { provider: 'bedrock', wording: /too many input tokens\. max input tokens: ([\d,]{1,12})/i, limit: 1 },
  { provider: 'bedrock', wording: /input is too long for requested model/i },
  { provider: 'bedrock', wording: /number of input tokens exceeds maximum length/i },
  // Mistral: API errors in public issues.
  {
    provider: 'mistral',
    wording: /too large for model with ([\d,]{1,12}) maximum context length/i,
    limit: 1,
  },
  // Groq and Cerebras: API errors in public issues.
  { provider: 'cerebras', wording: /current length is [\d,]{1,12} while limit is ([\d,]{1,12})/i, limit: 1 },
  { provider: 'groq', wording: /reduce the length of the (?:messages|prompt|input)/i },
  // Cohere generate and chat: API errors in public issues.
  {
    provider: 'cohere',
    wording: /too many tokens: total number of tokens[^\n]{0,60}cannot exceed ([\d,]{1,12})/i,
    limit: 1,
  },
  { provider: 'cohere', wording: /too many tokens: size limit exceeded/i },
  // xAI: API errors in public issues.
  { provider: 'xai', wording: /maximum prompt length is ([\d,]{1,12})/i, limit: 1 },
  // Fireworks: API errors.
  { provider: 'fireworks', wording: /model maximum context length: ([\d,]{1,12})/i, limit: 1 },
  // Hugging Face TGI, also Together: validation errors, HTTP 422.
  {
    provider: 'tgi',
    wording: /`inputs` tokens \+ `max_new_tokens` must be (?:<=|\\u003c=) ([\d,]{1,12})/i,
    limit: 1,
  },
  { provider: 'tgi', wording: /`inputs` must have less than ([\d,]{1,12}) tokens/i, limit: 1 },
  // SGLang, also Together: validation errors.
  {
    provider: 'sglang',
    wording: /longer than the model.{1,8}context length \(([\d,]{1,12}) tokens\)/i,
    limit: 1,
  },
  // OpenRouter: of one of its upstream providers.
  {
    provider: 'openrouter',
    wording: /exceeds (?:the )?maximum allowed input length of ([\d,]{1,12})/i,
    limit: 1,
  },
  // Ollama: errors of its server.
  { provider: 'ollama', wording: /prompt too long; exceeded (?:max )?context length/i },
  { provider: 'ollama', wording: /input length exceeds (?:the |maximum )?context length/i },
  // llama.cpp server: message, older and newer, and error type with the figure beside it.
  {
    provider: 'llama.cpp',
    wording: /exceeds the available context size \(([\d,]{1,12}) tokens\)/i,
    limit: 1,
  },
  {
    provider: 'llama.cpp',
    wording: /\bexceed_context_size_error\b[^{}]{0,200}?n_ctx[": ]{1,4}([\d,]{1,12})/i,
    limit: 1,
  },
  { provider: 'llama.cpp', wording: /exceeds the available context size/i },
  { provider: 'llama.cpp', wording: /\bexceed_context_size_error\b/i },
  // llama-cpp-python: errors of its server.
  {
    provider: 'llama.cpp',
    wording: /requested tokens \([\d,]{1,12}\) exceed context window of ([\d,]{1,12})/i,
    limit: 1,
  },
  // vLLM: engine errors that its server hands on.
  { provider: 'vllm', wording: /longer than the maximum model length of ([\d,]{1,12})/i, limit: 1 },
  { provider: 'vllm', wording: /too long to fit into the model \(context length ([\d,]{1,12})\)/i, limit: 1 },
  {
    provider: 'vllm',
    wording: /input prompt \([\d,]{1,12} tokens\) is too long and exceeds limit of ([\d,]{1,12})/i,
    limit: 1,
  },
  // LM Studio: errors of its server.
  {
    provider: 'lm-studio',
    wording: /loaded with (?:a )?context length of only ([\d,]{1,12}) tokens/i,
    limit: 1,
  },
  {
    provider: 'lm-studio',
    wording: /greater than the context length \(n_keep: [\d,]{1,12} ?>= ?n_ctx: ([\d,]{1,12})\)/i,
    limit: 1,
  },
  { provider: 'lm-studio', wording: /greater than the context length/i },
  {
    provider: 'lm-studio',
    wording: /input length [\d,]{1,12} exceeds context length ([\d,]{1,12})/i,
    limit: 1,
  },
  // GitHub Copilot and GitHub Models: API errors in public issues.
  {
    provider: 'github',
    wording: /prompt token count of [\d,]{1,12} exceeds the limit of ([\d,]{1,12})/i,
    limit: 1,
  },
  {
    provider: 'github',
    wording: /request body too large for [^\n]{1,60} model\. max size: ([\d,]{1,12}) tokens/i,
    limit: 1,
  },
  // Moonshot: API errors in public issues.
  { provider: 'moonshot', wording: /exceeded model token limit: ([\d,]{1,12})/i, limit: 1 },
  // MiniMax, Z.ai, Alibaba: API errors.
  { provider: 'minimax', wording: /context window exceeds limit/i },
  { provider: 'zai', wording: /prompt exceeds max length/i },
  { provider: 'alibaba', wording: /range of input length should be \[\d, ?([\d,]{1,12})\]/i, limit: 1 },
  // Cloudflare Workers AI: API errors.
  {
    provider: 'cloudflare',
    wording: /exceeded this model context window limit \(([\d,]{1,12})\)/i,
    limit: 1,
  },
  // LiteLLM: name of its error class.
  { provider: 'litellm', wording: /\bContextWindowExceededError\b/ },
  // Whatever stands in front of a model and counts bytes: the HTTP status itself.
  { provider: 'http', wording: /^status 413$/m },
];

/** What an error of another kind says, even where it speaks of size: limits over time, money, and of single files. */
export const OTHER_REFUSALS: readonly RegExp[] = [
  /^status (?:401|402|403|429)$/m,
  /tokens?[ _-]per[ _-](?:second|minute|min|hour|day|month)\b/i,
  /\((?:TPM|TPD|RPM|ITPM|OTPM)\)/,
  /rate[ _-]?limit/i,
  /\bquota\b/i,
  /throttl/i,
  /\bimage (?:exceeds|size|dimensions|file|is too large)/i,
];
