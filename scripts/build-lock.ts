/** One build at a time in a checkout: `npm start` and a test run may well begin together. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { codeOf } from './error-code.ts';

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // The process of another user answers with EPERM: it lives.
    return codeOf(error) === 'EPERM';
  }
}

/** Takes the lock file, waiting for another build to end; one that was killed is not waited for. Returns its release. */
export async function takeLock(path: string): Promise<() => void> {
  mkdirSync(dirname(path), { recursive: true });
  for (;;) {
    try {
      writeFileSync(path, String(process.pid), { flag: 'wx' });
      return () => rmSync(path, { force: true });
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    }
    let holder = '';
    try {
      holder = readFileSync(path, 'utf8');
    } catch (error) {
      if (codeOf(error) === 'ENOENT') continue;
      throw error;
    }
    // Empty: it is being written right now, or its writer died in that instant; the next look tells.
    if (holder !== '' && !isAlive(Number(holder))) rmSync(path, { force: true });
    await pause(100);
  }
}
