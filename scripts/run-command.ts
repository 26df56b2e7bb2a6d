/** Runs a command to its end, with everything that it starts in its process group. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** How long what a command started may take to end before it is killed, and afterwards until nobody waits for it any more. */
const GRACE_MS = 15_000;
const KILLED_MS = 5000;
const LOOK_MS = 20;

export interface Ended {
  readonly good: boolean;
  /** empty where the output went to the terminal */
  readonly output: string;
}

export interface CommandOptions {
  readonly cwd: string;
  /** the whole environment of the command */
  readonly env: NodeJS.ProcessEnv;
  /** returns the output instead of passing it on to the terminal */
  readonly collect?: boolean;
  /** called with each piece that is collected */
  readonly onOutput?: (piece: string) => void;
  /** ends the command and its group */
  readonly signal?: AbortSignal;
}

function kill(group: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-group, signal);
  } catch {
    return false;
  }
}

/** Ends a process group as Ctrl-C does, and kills what of it is left after a while. Returns once none is left. */
async function endGroup(group: number): Promise<void> {
  const begun = performance.now();
  const time = () => performance.now() - begun;
  let isKilled = false;
  // A process that has ended belongs to its group until its parent asks for its exit code, and not every init does.
  for (kill(group, 'SIGINT'); kill(group, 0) && time() < GRACE_MS + KILLED_MS; ) {
    if (time() > GRACE_MS && !isKilled) isKilled = kill(group, 'SIGKILL');
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

/**
 * Runs a command to its end. A command that `signal` ends is no good one.
 *
 * The command has a process group of its own, so that Ctrl-C reaches it once, by `signal`, and so that nothing of it is left afterwards: a
 * worker that vitest gave up on, a browser, a server.
 */
export async function runCommand(command: string, args: readonly string[], options: CommandOptions): Promise<Ended> {
  const { cwd, env, collect = false, onOutput = () => {}, signal } = options;
  if (signal?.aborted) return { good: false, output: '' };
  const to = collect ? 'pipe' : 'inherit';
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', to, to], detached: true });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      output += chunk;
      onOutput(String(chunk));
    });
  }
  const closed = once(child, 'close');
  // A command that cannot be started rejects both, and is reported once.
  closed.catch(() => undefined);
  let ending: Promise<void> | undefined;
  const end = () => {
    if (child.pid !== undefined) ending ??= endGroup(child.pid);
  };
  signal?.addEventListener('abort', end);
  try {
    const [code] = await once(child, 'exit');
    end();
    await ending;
    await closed;
    return { good: code === 0 && !signal?.aborted, output };
  } finally {
    signal?.removeEventListener('abort', end);
  }
}

/** Aborted by Ctrl-C, by the end of the terminal, and by what else asks this process to end. */
export function untilInterrupted(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => controller.abort());
  return controller.signal;
}
