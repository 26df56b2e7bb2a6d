/** A proxy program that runs for one test, with a folder of its own that is removed with it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { hasEnded } from '../../sync-server/db/postgres-process.ts';
import { endProcess } from './end-process.ts';
import { until } from './until.ts';

export interface ProxyCommand {
  readonly program: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** the folder to remove in the end; the program writes its errors to `error.log` in it */
  readonly folder: string;
  /** whether the proxy forwards requests */
  readonly answers: () => Promise<boolean>;
}

/** Starts a proxy and waits until it answers. @throws Error with its log if it ends before that */
export async function startProxy({ program, args, env = {}, folder, answers }: ProxyCommand) {
  const child = spawn(program, args, { stdio: 'ignore', cwd: folder, env: { ...process.env, ...env } });

  async function stop(): Promise<void> {
    // One that could not be started has no id and never ends.
    if (child.pid !== undefined) await endProcess(child);
    await rm(folder, { recursive: true, force: true });
  }

  const failed = once(child, 'error').then(([error]) => Promise.reject(error));
  const isUp = async () => {
    if (hasEnded(child)) throw new Error(`${program} ended: ${await readFile(join(folder, 'error.log'), 'utf8').catch(() => '')}`);
    return answers().catch(() => false);
  };
  try {
    await Promise.race([until(isUp), failed]);
  } catch (error) {
    await stop();
    throw error;
  }
  return { stop };
}
