/** The processes of a browser, by the profile that it has open, and their memory. */
import { readdirSync, readFileSync } from 'node:fs';
import type { Profile } from '../../support/browser.ts';
import { proportionalBytes, withStarted } from '../process-usage.ts';

/** The words with which a process was started; none if it has ended. */
function wordsOf(pid: number | string): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split(/[\0 ]/);
  } catch {
    return [];
  }
}

/** The first process of the browser that has this profile open. */
export function browserProcess({ directory }: Profile): number {
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const words = wordsOf(name);
    // The processes that it starts have a type.
    if (words.includes(`--user-data-dir=${directory}`) && !words.some((word) => word.startsWith('--type='))) return Number(name);
  }
  throw new Error('no browser has this profile open');
}

/** Bytes of memory of the processes that run the pages of a browser. */
export const pageBytes = (profile: Profile): number =>
  withStarted(browserProcess(profile))
    .filter((pid) => wordsOf(pid).includes('--type=renderer'))
    .reduce((sum, pid) => sum + proportionalBytes(pid), 0);
