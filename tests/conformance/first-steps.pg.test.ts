/** The commands in `docs/first-steps.md` work as they are: they run in a shell, against a real server. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { test } from '../support/fixtures/server.ts';

const page = await readFile(new URL('../../docs/first-steps.md', import.meta.url), 'utf8');
const commands = [...page.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block);

const untilEvent = (name: string): string => `while read -r line <&3; do [[ $line == 'event: ${name}' ]] && break; done\n`;

test('a stranger signs up, reads the feed, follows changes and creates a post', async ({ server }) => {
  const script = commands.map((block) => {
    if (block.startsWith('KITH=')) return `KITH=${server.url}\n`;
    if (!block.includes('--no-buffer')) return `${block}echo\n`;
    // The second terminal: the post follows once the channel is open, and the script ends when the post has arrived.
    return `exec 3< <(${block.trim()})\n${untilEvent('subscribed')}`;
  });
  script.push(`${untilEvent('insert')}read -r <&3; read -r <&3; echo "$REPLY"\nkill $!\n`);
  const cwd = await mkdtemp(join(tmpdir(), 'kith-first-steps-'));
  onTestFinished(() => rm(cwd, { recursive: true }));
  const shell = spawn('bash', ['-e', '-c', script.join('\n')], { cwd, stdio: ['ignore', 'pipe', 'pipe'], timeout: 60_000 });
  let output = '';
  for (const stream of [shell.stdout, shell.stderr]) stream.on('data', (text) => (output += text));
  await once(shell, 'close');

  expect(output).toContain('{"success":true,"data":{},"message":"Account created!');
  expect(output).toContain('{"success":true,"data":{"access_token":"');
  expect(output).toContain('{"success":true,"data":{"items":[],"has_more":false,"next_before":null}}');
  expect(output).toMatch(/\{"success":true,"data":\{"id":"[^"]+",.*"content":"Hello from curl\."/);
  expect(output).toMatch(/^data: ?\{.*"content":"Hello from curl\."/m);
});
