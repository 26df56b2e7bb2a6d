/** Another commit of Kith, checked out and built beside this one, so that both can be measured in one run. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

export interface OtherCheckout {
  /** the commit, in short */
  readonly id: string;
  readonly place: string;
  remove(): Promise<void>;
}

/** Runs a command. Returns what it printed. @throws Error if it fails */
async function run(
  command: string,
  args: readonly string[],
  { cwd = root, ...ends }: { cwd?: string; signal?: AbortSignal } = {},
): Promise<string> {
  // In its own process group: Ctrl-C in the terminal reaches only us, and we end it and tidy up.
  const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'inherit'], detached: true, ...ends });
  let printed = '';
  child.stdout.on('data', (chunk) => {
    printed += chunk;
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}`);
  return printed.trim();
}

/**
 * Checks the commit out into a temporary directory and builds it with its own script, and with its own packages: this checkout's
 * `node_modules` if both have the same. Nothing is left behind after `remove`, or if this fails or `signal` ends it.
 */
export async function checkOutAndBuild(commit: string, signal: AbortSignal): Promise<OtherCheckout> {
  const id = await run('git', ['rev-parse', '--verify', '--short', `${commit}^{commit}`]);
  const place = await mkdtemp(join(tmpdir(), 'kith-against-'));
  const modules = join(place, 'node_modules');
  let linked = false;
  async function remove() {
    // Removes only the link, so that removing the directory cannot reach the modules themselves.
    if (linked) await rm(modules, { force: true });
    await rm(place, { recursive: true, force: true });
    await run('git', ['worktree', 'prune']);
  }
  try {
    await run('git', ['worktree', 'add', '--quiet', '--detach', place, id], { signal });
    const lock = (folder: string) => readFile(join(folder, 'package-lock.json'), 'utf8');
    if ((await lock(root)) === (await lock(place))) {
      await symlink(join(root, 'node_modules'), modules);
      linked = true;
    } else {
      console.log(`${id} had other packages, which are installed beside it.`);
      await run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: place, signal });
    }
    await run(process.execPath, ['--import', 'tsx', 'scripts/build.ts'], { cwd: place, signal });
    return { id, place, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}
