/** A proxy program that runs for one test, with a folder of its own that is removed with it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import type { RunAs } from '../../sync-server/db/embedded/postgres-binaries.ts';
import { asUser, hasEnded } from '../../sync-server/db/embedded/postgres-process.ts';
import { endProcess } from './end-process.ts';
import { until } from './until.ts';

export interface ProxyCommand {
  readonly program: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** the folder to remove in the end; the program writes its errors to `error.log` in it */
  readonly folder: string;
  /** the user it runs as, where root may not */
  readonly as?: RunAs | null;
  /** whether the proxy forwards requests */
  readonly answers: () => Promise<boolean>;
}

/** Whether somebody listens at this port of this machine. */
export const answersAt = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });

/** Starts a proxy and waits until it answers. @throws Error with its log if it ends before that */
export async function startProxy({ program, args, env = {}, folder, as = null, answers }: ProxyCommand) {
  const child = spawn(program, args, { stdio: 'ignore', cwd: folder, env: { ...process.env, ...env }, ...asUser({ runAs: as }) });

  async function end(): Promise<void> {
    // One that could not be started has no id and never ends.
    if (child.pid !== undefined) await endProcess(child);
  }
  async function stop(): Promise<void> {
    await end();
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
  return { stop, /** ends it and leaves its folder */ end, signal: (name: NodeJS.Signals) => child.kill(name) };
}
