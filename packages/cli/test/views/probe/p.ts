import { existsSync, readdirSync } from 'node:fs';
import { cutsOf, linesOf } from '../lines.ts';

for (const [dir, root] of [
  ['claude-code', '/work/shared/transcripts'],
  ['codex', '/work/shared/transcripts'],
  ['pi', '/work/shared/transcripts'],
  ['swe-agent', '/work/shared/transcripts'],
  ['tau-bench', '/work/shared/transcripts'],
  ['claude-code', '/work/main/test-fixtures/transcripts'],
  ['codex', '/work/main/test-fixtures/transcripts'],
  ['pi', '/work/main/test-fixtures/transcripts'],
  ['openai-chat', '/work/main/test-fixtures/transcripts'],
])
  for (const f of readdirSync(`${root}/${dir}`)) {
    for (const l of await linesOf(`${root}/${dir}/${f}`)) {
      const users = l.messages.filter((m) => m.role === 'user');
      const auth = l.messages.flatMap((m) =>
        m.derived
          ? []
          : m.parts.filter(
              (p) =>
                p.type === 'text' &&
                p.authority !== 'none' &&
                (p.speaker === 'user' || m.role === 'user' || m.role === 'system' || m.role === 'developer'),
            ),
      );
      const size = JSON.stringify(l.messages).length;
      console.log(
        dir,
        f,
        l.lane,
        l.delegated,
        l.messages.length,
        'cuts',
        cutsOf(l.messages).length,
        'users',
        users.length,
        'auth',
        auth.length,
        'authchars',
        auth.reduce((s, p) => s + p.text.length, 0),
        'size',
        size,
        'derived',
        l.messages.filter((m) => m.derived).length,
        'aborted',
        l.messages.filter((m) => m.aborted).length,
        'first',
        l.messages
          .slice(0, 4)
          .map((m) => m.role)
          .join(),
      );
    }
  }
