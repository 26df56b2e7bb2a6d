import { readdirSync, readFileSync } from 'node:fs';
import type { Profile } from '../../support/browser.ts';

/** The first process of the browser that has this profile open. */
export function browserProcess({ directory }: Profile): number {
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const words = readFileSync(`/proc/${name}/cmdline`, 'utf8').split('\0');
      // The processes that it starts have a type.
      if (words.includes(`--user-data-dir=${directory}`) && !words.some((word) => word.startsWith('--type='))) return Number(name);
    } catch {
      // It has ended.
    }
  }
  throw new Error('no browser has this profile open');
}
