/** A real NATS server for one test, reachable only from this machine. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from '../../scripts/free-port.ts';
import { findNats } from '../../scripts/test-programs.ts';
import { answersAt } from './proxy-process.ts';

/** The NATS program; null where it is not installed. Tests that need it are then skipped, and the run says so. */
export const natsProgram: string | null = findNats();

/** Accepts every client, unless `flags` of the server restrict that. */
export async function startNats(flags: readonly string[] = []) {
  const port = await freePort();
  let child: ReturnType<typeof spawn> | null = null;

  async function start(): Promise<void> {
    if (child !== null && child.exitCode === null && child.signalCode === null) return;
    if (natsProgram === null) throw new Error('there is no NATS server');
    child = spawn(natsProgram, ['-a', '127.0.0.1', '-p', String(port), ...flags], { stdio: 'ignore' });
    let up = false;
    const probe = async () => {
      while (!up) {
        up = await answersAt(port);
        if (!up) await new Promise((resolve) => setTimeout(resolve, 20));
      }
    };
    await Promise.race([probe(), once(child, 'error').then(([error]) => Promise.reject(error))]);
  }
  async function stop(): Promise<void> {
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
    child = null;
  }

  await start();
  return { url: `nats://127.0.0.1:${port}`, port, start, stop };
}
