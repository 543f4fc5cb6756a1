/** What the built-in detector finds and what it leaves alone. Every token here is put together when the test runs. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyText } from '../../test/json.ts';
import { builtInRedactor } from './detector.ts';
import { redactJson, redactText } from './redactor.ts';

const MIXED = 'kQ7vZ2mXt9LpR4wB8nYc3HdJ6sFgT5eUaW';
const LOWER = 'k7v2m9p4w8n3d6s5e0a1';
const UPPER = 'Q7Z2X5L4R3B6Y7C2';

/** That many characters that look random, others for another seed. */
function random(length: number, seed = 1, letters = MIXED): string {
  let state = seed * 7919;
  return Array.from({ length }, () => {
    state = (state * 48271) % 2147483647;
    return letters[state % letters.length];
  }).join('');
}

/** Base64url of a JSON object, the way a token's parts are. */
function part(value: object): string {
  return btoa(JSON.stringify(value)).replaceAll('=', '').replaceAll('/', '_').replaceAll('+', '-');
}

const JWT = [part({ alg: 'HS256', typ: 'JWT' }), part({ sub: 'u1', iat: 1516239022 }), random(43)].join('.');
const BEGIN = ['-----BEGIN', 'RSA PRIVATE', 'KEY-----'].join(' ');
const END = ['-----END', 'RSA PRIVATE', 'KEY-----'].join(' ');
const KEY_LINES = [random(64, 2), random(64, 3), `${random(22, 5)}==`];
const BASIC = btoa(['anna', random(9)].join(':'));

/** kind, text before, secret, text after */
const SECRETS: readonly (readonly [kind: string, before: string, secret: string, after: string])[] = [
  ['private-key', 'key:\n', [BEGIN, ...KEY_LINES, END].join('\n'), '\nnext'],
  ['private-key', '{"key": "', [BEGIN, ...KEY_LINES, END, ''].join('\\n').slice(0, -2), '\\n"}'],
  ['private-key', 'cut off: ', [BEGIN, ...KEY_LINES].join('\n'), '\n\nand then words'],
  ['private-key', '', [BEGIN, 'Proc-Type: 4,ENCRYPTED', '', ...KEY_LINES].join('\n'), ' …'],
  ['aws-key-id', 'id ', `AKIA${random(16, 1, UPPER)}`, ', found'],
  ['aws-key-id', 'log: "\\n', `ASIA${random(16, 2, UPPER)}`, '\\n"'],
  ['api-key', 'aws_secret_access_key = ', `/${random(20)}/${random(18, 3)}`, '\n'],
  ['github-token', 'remote ', `ghp_${random(36)}`, '.'],
  ['github-token', '%3D', `github_pat_${random(22)}_${random(59, 3)}`, ''],
  ['gitlab-token', '(', `glpat-${random(20)}`, ')'],
  ['atlassian-token', 'use ', `ATATT3${random(60)}`, ' for the board'],
  ['package-token', '//host.example.com/:_authToken=', `npm_${random(36)}`, '\n'],
  ['package-token', '', `pypi-AgE${random(60)}`, ''],
  ['llm-key', 'OPENAI ', `sk-${random(48)}`, '\n'],
  ['llm-key', '', `sk-proj-${random(30)}_${random(20, 3)}-${random(12, 5)}`, ' is mine'],
  ['llm-key', '"', `sk-ant-api03-${random(60)}`, '"'],
  ['llm-key', '', `gsk_${random(52)}`, ''],
  ['llm-key', '', `hf_${random(34)}`, ''],
  ['google-key', 'maps?', `AIza${random(35)}`, ''],
  ['google-token', '', `ya29.${random(60)}`, ''],
  ['chat-token', 'bot ', `xoxb-123456789012-123456789012-${random(24)}`, ''],
  ['chat-token', 'telegram ', `123456789:AA${random(33)}`, ''],
  ['webhook', 'https://hooks.slack.com/services/', `T00000000/B00000000/${random(24)}`, ' posts'],
  ['webhook', 'https://discord.com/api/webhooks/123456789012345678/', random(68), ''],
  ['payment-key', '', `sk_live_${random(24)}`, ''],
  ['mail-key', '', `SG.${random(22)}.${random(43, 3)}`, ''],
  ['vault-token', '', `hvs.${random(40)}`, ''],
  ['jwt', 'session ', JWT, ' expired'],
  ['jwt', '"id":"', JWT.split('.').slice(0, 2).join('.'), '…"'],
  ['authorization', 'Authorization: Bearer ', random(20), '\nAccept: */*'],
  ['authorization', '-H "authorization: token ', random(20), '"'],
  ['authorization', 'Authorization: Basic ', BASIC, '\r\n'],
  ['authorization', '{"Authorization": "Basic ', BASIC, '"}'],
  ['authorization', 'it sent bearer ', random(32), ' again'],
  ['authorization', 'Proxy-Authorization: ', random(32), ''],
  ['cookie', 'Cookie: theme=dark; sid=', random(24), '; lang=en-GB'],
  ['cookie', 'Set-Cookie: session=', `s%3A${random(24)}.${random(20, 3)}`, '; Path=/; HttpOnly'],
  ['cookie', '"set-cookie": ["id=', random(24), '; Secure"]'],
  ['password', 'postgres://app:', random(12), '@db.example.com:5432/app'],
  ['password', 'redis://:', random(12), '@cache:6379'],
  ['password', 'mongodb+srv://anna:', `p@${random(8)}`, '@host/db'],
  ['token', 'git clone https://', random(40), '@git.example.com/a/b.git'],
  [
    'signature',
    'https://files.example.com/a.pdf?X-Amz-Expires=60&X-Amz-Signature=',
    random(64, 1, LOWER),
    '&x=1',
  ],
  ['signature', 'https://x.example.com/c?sv=2024-01-01&amp;sig=', `${random(40)}%3D`, '&amp;se=2'],
  ['signature', 'https://maps.example.com/api?key=', random(32), '#top'],
  ['api-key', 'Endpoint=https://a.example.com;AccountKey=', `${random(60)}+/${random(20, 3)}==`, ';Suffix=b'],
  ['password', 'Server=db;User Id=sa;Password=', random(10), ';Encrypt=yes'],
  ['password', 'password=', `hun${'ter'}2`, '\n'],
  ['password', 'DB_PASSWORD=', `sword${'fish'}`, '\n'],
  ['password', '{"user":"anna","password":"', `sword${'fish'}`, '"}'],
  ['password', '{\\"password\\": \\"', `Tr0ub${'4dor'}&3`, '\\"}'],
  ['password', "password: '", "it\\'s 4".replace(' ', '_'), "'"],
  ['password', 'Passwort: ', random(9), ' '],
  ['password', '<password>', random(10), '</password>'],
  ['password', 'passphrase = "', ['four', 'green', 'horses', 'sing'].join(' '), '"'],
  ['password', 'curl -u anna:', random(10), ' https://example.com'],
  ['api-key', '"api_key": "', random(16), '"'],
  ['api-key', 'X-Api-Key: ', random(20), '\n'],
  ['api-key', 'const apiKey = `', random(20), '`;'],
  ['api-key', ':api_key => "', random(20), '"'],
  ['api-key', "config['api_key'] = '", random(20), "'"],
  ['secret', 'CLIENT_SECRET=', random(8), '\n'],
  ['secret', 'https://a.example.com/?client_secret=', random(12), '&b=c'],
  ['token', 'deploy --token ', random(20), ' --yes'],
  ['token', 'deploy --access-token=', random(20), ' --yes'],
  ['token', 'token: ', ['5f0c8a1e', '9b7d', '4c2f', 'a6e3', '1d2c3b4a5f60'].join('-'), '\n'],
  ['token', 'API_TOKEN_PROD="', random(10), '"'],
];

const ORDINARY = `
password: string;
password?: string | undefined;
const password = await prompt('Password: ');
if (password === 'x' || password == null) return;
function login(user: User, password: Secret2): Promise<Session> {
login(user=user, password=password1)
self.password = hashlib.sha256(raw.encode()).hexdigest()
let token = tokens[index + 1];
const token = process.env.GITHUB_TOKEN_2;
token := lexer.NextToken()
private readonly token: CancellationToken;
const secret = crypto.randomBytes(32).toString('hex');
headers.authorization = request.headers.authorization;
headers: { Authorization: 'Bearer ' + token }
Authorization: Bearer \${TOKEN}
Authorization: Bearer <your-token>
Authorization: Basic authentication is required here
the bearer authentication-scheme-of-the-server was refused
API_KEY=\${API_KEY}
API_KEY=$API_KEY_FROM_FILE
API_KEY=your-api-key-here
API_KEY=xxxxxxxxxxxxxxxxxxxx
API_KEY=****************
api_key: "<insert your key>"
apiKey: "YOUR_API_KEY"
"api_key": "{{ api_key }}"
"password": "string", "token": "string"
"password": "Please enter your password 2 times"
"password": "********"
"maxTokens": 4096, "token_count": 128000
{"next_page_token": "kQ7vZ2mXt9LpR4wB8nYc3HdJ"}
secretKeyRef: { name: app-secrets, key: api-key-1 }
secret: my-app-secret-v2
secret: arn:aws:secretsmanager:eu-west-1:123456789012:secret:app-kQ7vZ2
password: vault:secret/data/app#password1
--token is required; --password <value>, --api-key KEY
deploy --token "$TOKEN" --password "$(cat file1)"
<label for="password">Password</label><input type="password" name="password" id="password-field1">
postgres://user:password@localhost:5432/app
postgres://\${user}:\${pass}@\${host}/db
https://example.com:8443/a@b?key=name&token=none
git@github.com:owner/repository.git
ssh://git@example.com:22/owner/repository.git
PWD=/srv/app/project-x9f3k2
Set-Cookie: lang=en-GB; Path=/; Max-Age=3600
document.cookie = name + '=' + value;
const [secret, setSecret] = useState(false);
enum TokenKind { Identifier1 = 'identifier1', Keyword2 = 'keyword2' }
Token::Ident1234 => parse_identifier2(),
const task = 'sk-learn-pipeline-with-many-words'; .sk-circle-fade-dot-animation {}
import { hf_transformersLibraryHelperFunctionName } from './hf.ts';
commit 3f2a9c1b7d8e4f5061728394a5b6c7d8e9f00112
sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
integrity: sha512-kQ7vZ2mXt9LpR4wB8nYc3HdJ6sFgT5eUaWkQ7vZ2mXt9LpR4wB8nYc3HdJ6sFgT5eUaWkQ7vZ2mXt9LpR4w==
"id": "550e8400-e29b-41d4-a716-446655440000"
etag: W/"5e15153d-120f"; version: 1.22.13-beta.4; at 2026-01-31T12:00:00.000Z
data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFCAYAAACNbyblAAAAHElEQVQI12P4//8/w38GIAXDIBKE0DHxgljNBAAO9TXL0Y4OHwAAAABJRU5ErkJggg==
arn:aws:iam::123456789012:role/deploy-role-2  10.0.12.7:8080  0x7ffee4b5c8a0  +49 30 123456
`;

describe('the built-in detector', () => {
  // Covers: S1
  it.each(SECRETS)('hides a secret of kind %s after %j', (kind, before, secret, after) => {
    const { text, hidden } = redactText(builtInRedactor, before + secret + after);
    expect(text).toBe(`${before}[secret:${kind}:1]${after}`);
    expect(hidden).toBe(1);
  });

  it.each(ORDINARY.trim().split('\n'))('leaves %j alone', (line) => {
    expect(builtInRedactor.find(line)).toEqual([]);
  });

  it('leaves ordinary text alone as a whole', () => {
    expect(builtInRedactor.find(ORDINARY)).toEqual([]);
  });

  it('leaves the source code of the journal alone', () => {
    const folder = join(import.meta.dirname, '../journal');
    const files = readdirSync(folder).filter((name) => name.endsWith('.ts'));
    expect(files.length).toBeGreaterThan(10);
    for (const name of files)
      expect([name, builtInRedactor.find(readFileSync(join(folder, name), 'utf8'))]).toEqual([name, []]);
  });

  it('leaves code alone that holds the first line of a key', () => {
    expect(builtInRedactor.find(`if (text.startsWith("${BEGIN}")) return "${END}";`)).toEqual([]);
    expect(builtInRedactor.find(END + BEGIN)).toEqual([]);
  });

  it('hides every key of a text with several, whole or cut off', () => {
    const whole = [BEGIN, ...KEY_LINES, END].join('\n');
    const cut = [BEGIN, ...KEY_LINES].join('\n');
    const { text } = redactText(builtInRedactor, [cut, whole, cut, whole].join('\n\n'));
    expect(text).toBe([1, 2, 1, 2].map((n) => `[secret:private-key:${n}]`).join('\n\n'));
  });
});

describe('the built-in detector, for what tools are handed', () => {
  it('hides what the names of members give away, and leaves the rest', () => {
    const [password, key] = [`sword${'fish'}`, `${random(12)}"\n${random(8)}`];
    const input = {
      user: 'anna',
      password,
      'api-key': [key, 'string'],
      headers: { Authorization: `Bearer ${random(24)}`, 'X-Request-Id': random(24) },
      command: `deploy --password ${random(9)} --to web1`,
    };
    const shown = {
      user: 'anna',
      password: '[secret:password:1]',
      'api-key': ['[secret:api-key:2]', 'string'],
      headers: { Authorization: 'Bearer [secret:authorization:3]', 'X-Request-Id': random(24) },
      command: 'deploy --password [secret:password:4] --to web1',
    };
    expect(redactJson(builtInRedactor, input)).toEqual(shown);
    expect(redactJson(builtInRedactor, shown)).toEqual(shown);
  });
});

const filler = fc.oneof(
  anyText,
  fc.constantFrom(
    ...[
      'password=',
      'token: "',
      '"',
      "'",
      '`',
      '\\',
      '\\"',
      '\n',
      ' ',
      '=',
      ';',
      '&',
      '<',
      '>',
      '(',
      'a',
      '9',
      '-',
    ],
    ...[
      'Bearer ',
      'Cookie: ',
      'a=',
      '://',
      ':',
      '@',
      '?key=',
      'sk-',
      'eyJ',
      '[secret:',
      '[secret:x:1]',
      ']',
      BEGIN,
      END,
    ],
    ...['${', '...', 'xxxx', 'example', '_'],
  ),
);
const secretText = fc.constantFrom(...SECRETS.map(([, before, secret, after]) => before + secret + after));
const mixed = fc.array(fc.oneof(filler, secretText), { maxLength: 12 }).map((parts) => parts.join(''));

describe('the built-in detector, for any text', () => {
  it('answers spans inside the text, in order and apart, and the same ones again', () => {
    fc.assert(
      fc.property(mixed, (text) => {
        const spans = builtInRedactor.find(text);
        let before = 0;
        for (const { start, end, kind } of spans) {
          expect(start).toBeGreaterThanOrEqual(before);
          expect(end).toBeGreaterThan(start);
          expect(kind).toMatch(/^[a-z0-9-]+$/);
          before = end;
        }
        expect(before).toBeLessThanOrEqual(text.length);
        expect(builtInRedactor.find(text)).toEqual(spans);
      }),
      { numRuns: 1000 },
    );
  });

  it('hides twice what it hides once', () => {
    fc.assert(
      fc.property(mixed, (text) => {
        const once = redactText(builtInRedactor, text).text;
        expect(redactText(builtInRedactor, once)).toEqual({ text: once, hidden: 0 });
      }),
      { numRuns: 1000 },
    );
  });

  it('leaves no text of a secret that stands between spaces', () => {
    const spaced = fc.array(fc.constantFrom(...SECRETS), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(spaced, (entries) => {
        const text = entries.map(([, before, secret, after]) => before + secret + after).join(' \n ');
        const shown = redactText(builtInRedactor, text).text;
        for (const [, , secret] of entries) expect(shown).not.toContain(secret);
      }),
    );
  });
});

describe('the built-in detector, for one line of five million characters', () => {
  const lines: readonly (readonly [what: string, unit: string])[] = [
    ['names without values', 'token:'],
    ['quotes that never close', 'token="token=\'token=\\"'],
    ['beginnings of tokens', '-eyJ.sk-ghp_'],
    ['addresses', '://a:b@'],
    ['beginnings of keys', BEGIN],
    ['headers', 'authorization: bearer cookie: a=b'],
    ['beginnings of placeholders', '[secret:'],
    ['letters', 'aB3'],
    ['backslashes', '\\'],
  ];

  it.each(lines)('comes to an end on %s', (_, unit) => {
    const text = unit.repeat(Math.ceil(5_000_000 / unit.length));
    expect(redactText(builtInRedactor, text)).toEqual({ text, hidden: 0 });
  });

  it('finds the secrets in it', () => {
    const text = `{"token": "${random(20)}", "note": "${'words and 17 numbers '.repeat(250_000)}", "k": "ghp_${random(36)}"}`;
    expect(redactText(builtInRedactor, text).hidden).toBe(2);
  });
});
