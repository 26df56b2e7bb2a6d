/**
 * Types what docs/hosting.md says, as a new operator would, in a copy of this machine. What the page leaves to a browser is done by
 * requests in between.
 */
import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { findCaddy } from '../../scripts/test-programs.ts';

const root = join(import.meta.dirname, '../..');
const OWN = ['--mount', '--net', '--pid', '--fork', '--mount-proc'];
/** Such a machine needs root, and a kernel that lets root mount. */
const canBeMade =
  process.platform === 'linux' &&
  findCaddy() !== null &&
  spawnSync('unshare', [
    ...OWN,
    'sh',
    '-c',
    'ip link set lo up && mount -t tmpfs none /mnt && mkdir /mnt/u /mnt/w /mnt/r && mount -t overlay overlay -o lowerdir=/,upperdir=/mnt/u,workdir=/mnt/w /mnt/r',
  ]).status === 0;

/** The blocks of commands, in order, each with the heading above it. */
async function blocksOf(page: string): Promise<{ heading: string; commands: string }[]> {
  const blocks: { heading: string; commands: string }[] = [];
  let heading = '';
  for (const [, title, commands] of (await readFile(join(root, page), 'utf8')).matchAll(/^## (.+)$|^```sh\n([\s\S]*?)^```$/gm)) {
    if (title !== undefined) heading = title;
    else blocks.push({ heading, commands: commands ?? '' });
  }
  return blocks;
}

const ORIGIN = `--header 'Origin: https://kith.example' --header 'Content-Type: application/json' --cacert "$NODE_EXTRA_CA_CERTS" --silent --fail`;
/** The first member signs up and opens the link, which `kith mails` shows. */
const signUp = `
curl ${ORIGIN} https://kith.example/api/auth/sign-up --data '{"email":"you@example.org","password":"good words 1","name":"You"}' > /dev/null
for _ in $(seq 100); do kith mails | grep --quiet 'verify=' && break; sleep 0.1; done
token=$(kith mails | sed -n 's/.*verify=\\([^ ]*\\).*/\\1/p' | tail -1)
curl ${ORIGIN} https://kith.example/api/auth/verify --data "{\\"token\\":\\"$token\\",\\"password\\":\\"good words 1\\"}" > /dev/null
`;

test.runIf(canBeMade)('every command of docs/hosting.md does what the page says', async () => {
  const blocks = await blocksOf('docs/hosting.md');
  expect(blocks.length).toBeGreaterThan(12);
  const step = (number: number) => blocks.find(({ heading }) => heading.startsWith(`${number}.`))?.commands ?? '';
  /** Nothing stays of the machine but its program, and what the operator has kept elsewhere. */
  const anotherMachine = `
systemctl stop kith
mkdir /kept
ls /var/lib/kith > /kept/before
cp "/var/lib/kith/backups/$(ls /var/lib/kith/backups | grep "^kith-2" | tail -1)" /kept/kith.backup
cp /etc/kith/kith.env /kept/
rm -r /var/lib/kith /etc/kith /usr/local/bin/kith /etc/systemd/system/kith.service
${step(2)}
cp /kept/kith.env /etc/kith/kith.env
`;
  const typed = blocks.map(({ heading, commands }) => {
    const isElsewhere = commands.includes('kith restore /var/lib/kith/kith.backup');
    const before = isElsewhere ? anotherMachine : heading.startsWith('5.') && commands.includes('kith mails') ? signUp : '';
    const after = isElsewhere ? `${step(3)}\nkith backup\n` : '';
    // `doctor` exits with 3 for what this operator leaves open: a mail server.
    // The newest backup, and the page's placeholder for an address.
    const real = commands
      .replaceAll('kith doctor\n', 'kith doctor || [ $? = 3 ]\n')
      .replace('repository=https://code.example/kith.git', 'repository=/source')
      .replace('<file>', '/kept/kith.backup')
      .replace('<newest>', '"$(ls /var/lib/kith/backups | grep "^kith-2" | tail -1)"');
    return `${before}\necho '## ${heading}'\n${real}${after}`;
  });
  const checks = `
echo '## checks'
kith members find you@example.org --json
cat /kept/before
kith doctor || true
`;
  const directory = mkdtempSync(join(tmpdir(), 'kith-machine-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const commands = join(directory, 'commands.sh');
  writeFileSync(commands, typed.join('\n') + checks);
  const mountAt = mkdtempSync(join(tmpdir(), 'kith-machine-'));
  onTestFinished(() => rmSync(mountAt, { recursive: true, force: true }));
  const { stdout } = await promisify(execFile)(
    'unshare',
    [...OWN, join(root, 'tests/deploy/hosting-machine.sh'), root, mountAt, commands],
    { maxBuffer: 10_000_000 },
  ).catch((error: Error & { stdout: string; stderr: string }) => {
    throw new Error(`${error.stdout.slice(-2_000)}\n${error.stderr.slice(-2_000)}`);
  });
  const after = stdout.slice(stdout.indexOf('## checks'));
  // The restores have brought the member back, and beside the first one is what was there before.
  expect(after).toContain('"email": "you@example.org"');
  expect(after).toMatch(/^postgres-before-/m);
  expect(after).toMatch(/^good {3}outside {5}https:\/\/kith\.example leads here/m);
  expect(after).toMatch(/^good {3}backups/m);
  expect(stdout).toContain('https://kith.example/auth#invite=');
  expect(stdout).toContain('https://kith.example/auth/reset-password#token=');
});
