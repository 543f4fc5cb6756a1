/**
 * What the built-in detector knows: prefixes of tokens, shapes of addresses, names that secrets are assigned to, and
 * words that examples are made of.
 *
 * Invariant: no pattern backtracks over more than one run of characters, and no run is tried twice.
 */

/** Raised whenever the same text may give other spans. */
export const DETECTOR_ID = 'daybook-secrets/1';

export interface TokenFamily {
  readonly kind: string;
  readonly prefixes: readonly string[];
  /** Fewest characters of `A-Z a-z 0-9 _ -` after the prefix. */
  readonly min: number;
  /** The prefix also begins ordinary words: what follows must look random. */
  readonly loose?: true;
}

export const TOKEN_FAMILIES: readonly TokenFamily[] = [
  { kind: 'github-token', prefixes: ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'], min: 30 },
  { kind: 'github-token', prefixes: ['github_pat_'], min: 40 },
  {
    kind: 'gitlab-token',
    prefixes: ['glpat-', 'gldt-', 'glrt-', 'glptt-', 'glcbt-', 'glft-', 'glsoat-', 'glagent-', 'gloas-'],
    min: 20,
  },
  { kind: 'atlassian-token', prefixes: ['ATATT3', 'ATCTT3', 'ATBB'], min: 28 },
  { kind: 'package-token', prefixes: ['npm_'], min: 36, loose: true },
  {
    kind: 'package-token',
    prefixes: ['pypi-AgE', 'rubygems_', 'dckr_pat_', 'dckr_oat_'],
    min: 24,
    loose: true,
  },
  { kind: 'llm-key', prefixes: ['sk-', 'gsk_', 'xai-', 'pplx-', 'nvapi-', 'tvly-'], min: 20, loose: true },
  { kind: 'llm-key', prefixes: ['hf_', 'r8_', 'lsv2_pt_', 'lsv2_sk_', 'fw_'], min: 22, loose: true },
  { kind: 'google-key', prefixes: ['AIza'], min: 35 },
  { kind: 'google-token', prefixes: ['ya29.', 'GOCSPX-'], min: 20 },
  {
    kind: 'chat-token',
    prefixes: ['xoxb-', 'xoxp-', 'xoxa-', 'xoxr-', 'xoxs-', 'xoxe-', 'xapp-'],
    min: 16,
    loose: true,
  },
  {
    kind: 'payment-key',
    prefixes: ['sk_live_', 'sk_test_', 'rk_live_', 'rk_test_', 'whsec_'],
    min: 16,
    loose: true,
  },
  { kind: 'shop-token', prefixes: ['shpat_', 'shpca_', 'shppa_', 'shpss_'], min: 32 },
  { kind: 'vault-token', prefixes: ['hvs.', 'hvb.'], min: 24 },
  {
    kind: 'cloud-token',
    prefixes: ['dop_v1_', 'doo_v1_', 'dor_v1_', 'dapi', 'sbp_', 'pul-'],
    min: 32,
    loose: true,
  },
  { kind: 'age-key', prefixes: ['AGE-SECRET-KEY-1'], min: 50 },
];

/** Beginning of a token: no letter or digit before it, unless that is the end of an escape (`\n`, `%3D`). */
export const EDGE = '(?:(?<![A-Za-z0-9])|(?<=\\\\[bfnrt])|(?<=\\\\u[0-9A-Fa-f]{4})|(?<=%[0-9A-Fa-f]{2}))';
const RUN_EDGE = '(?:(?<![\\w-])|(?<=\\\\[bfnrt])|(?<=%[0-9A-Fa-f]{2}))';
const SIGNED =
  'x-(?:amz|goog)-(?:signature|security-token)|signature|sig|hmac|key|token|auth|ticket|code|jwt';

export interface SecretShape {
  readonly kind: string;
  /** A text without this holds none; absent where letter case varies. */
  readonly literal?: string;
  /** With flags `dg`; the group `secret` is what is hidden. */
  readonly pattern: RegExp;
  /** `random`: must look random; `password`: as a password is judged; absent: is no example. */
  readonly judge?: 'random' | 'password' | 'not-example';
}

export const SECRET_SHAPES: readonly SecretShape[] = [
  {
    kind: 'jwt',
    literal: 'eyJ',
    pattern: new RegExp(`${RUN_EDGE}(?<secret>eyJ[\\w-]{14,}\\.[\\w-]{10,}(?:\\.[\\w-]+){0,3})`, 'dg'),
  },
  ...['AKIA', 'ASIA', 'ABIA', 'ACCA'].map((literal) => ({
    kind: 'aws-key-id',
    literal,
    pattern: new RegExp(`${EDGE}(?<secret>${literal}[A-Z0-9]{16})(?![A-Za-z0-9])`, 'dg'),
  })),
  {
    kind: 'mail-key',
    literal: 'SG.',
    pattern: new RegExp(`${EDGE}(?<secret>SG\\.[\\w-]{16,64}\\.[\\w-]{16,})`, 'dg'),
  },
  { kind: 'chat-token', literal: ':AA', pattern: /(?<!\d)(?<secret>\d{6,12}:AA[\w-]{30,})/dg },
  {
    kind: 'webhook',
    literal: 'hooks.slack.com/',
    pattern: /hooks\.slack\.com\/(?:services|workflows|triggers)\/(?<secret>[\w/-]{20,})/dg,
    judge: 'random',
  },
  {
    kind: 'webhook',
    literal: '/api/webhooks/',
    pattern: /\/api\/webhooks\/\d{10,24}\/(?<secret>[\w-]{20,})/dg,
    judge: 'random',
  },
  {
    kind: 'password',
    literal: '://',
    pattern: /:\/\/[^\s/?#:@"'<>`\\]*:(?<secret>[^\s/?#"'<>`\\]+)@/dg,
    judge: 'password',
  },
  {
    kind: 'token',
    literal: '://',
    pattern: /:\/\/(?<secret>[\w-]{20,})(?::x-oauth-basic)?@/dg,
    judge: 'random',
  },
  {
    kind: 'signature',
    literal: '=',
    pattern: new RegExp(`(?:[?&]|&amp;|\\\\u0026)(?:${SIGNED})=(?<secret>[^\\s&#"'<>\`\\\\]{16,})`, 'dgi'),
    judge: 'random',
  },
  {
    kind: 'authorization',
    pattern: /(?<![A-Za-z0-9])bearer(?:[ \t]|%20){1,4}(?<secret>[A-Za-z0-9._~+/=-]{16,})/dgi,
    judge: 'random',
  },
  {
    kind: 'authorization',
    pattern:
      /authorization["'`\]\\]{0,6}[ \t]{0,4}[:=,][ \t]{0,4}["'`\\[]{0,6}(?:(?:bearer|basic|token|apikey|negotiate|key)(?:[ \t]|%20){1,4})?(?<secret>[A-Za-z0-9._~+/=-]{8,})/dgi,
    judge: 'random',
  },
  {
    kind: 'password',
    literal: 'curl',
    pattern: /\s(?:-u|--user)[ =]["']?[^\s:"']{1,64}:(?<secret>[^\s"']+)/dg,
    judge: 'password',
  },
];

export const PASSWORD_NAME = 'passwor[dt]|passwd|passphrase|passcode|pwd|kennwort|contrase[nñ]a';
export const SECRET_NAME =
  '(?:api|access|secret|private|signing|encryption|account|auth|master|service|consumer|app|admin|storage|license)[_-]?key|secret|token|credential';
/** What may stand between the word and the separator: `API_KEY_PROD=`, `token2:`. */
export const NAME_ENDING = '(?:[_-]?(?:\\d{1,2}|prod|production|dev|staging|test|live|value))?';

/** Tokens that lead through pages or vocabularies, not through doors. */
export const HARMLESS_NAME: RegExp =
  /(?:next|page|continuation|cont|sync|resume|start|end|first|last|eos|bos|pad|unk|mask|sep|cls|stop|special|cancellation|cancel|cursor)[_.-]?token/i;

/** A value made of these words alone is an example, a type or the name of another variable. */
export const EXAMPLE_WORDS: ReadonlySet<string> = new Set(
  `a abc access account admin an any api app argon auth authorization aws base basic bar baz bcrypt bearer boolean bool bytes
  change changed changeme client config confirm credential credentials current data db default demo description dummy env
  empty error example fake false field file foo generated get git hash hashed header here hidden hook id if input insert
  invalid is key label legacy length login masked max md me min missing my name new nil no none not null number object of ok
  old optional or pass passphrase passwd password placeholder plain private process process prompt public pwd read redacted
  ref repeat replace required reset salt sample secret secrets self sha some str string test text the this to todo token
  tokens true type undefined unknown user username utf valid value values var with wrong x your`.split(/\s+/),
);
