/**
 * The seconds of each test file in a run on two quiet cores, kept in `kept-seconds.json`. A run is compared with them by its own pace, so
 * that neither another machine nor other work on it counts as growth. `KITH_KEEP_SECONDS=1 npm run test:all` keeps those of a new run.
 */
import { readFileSync, writeFileSync } from 'node:fs';

export type Seconds = Readonly<Record<string, number>>;

const file = new URL('kept-seconds.json', import.meta.url);
/** Shorter files say little about the pace. */
const TELLING_SECONDS = 1;
/** A run may take this much longer before it says so. */
const TOLERATED = 1.1;
const FILES_SHOWN = 10;

export const keptSeconds = (): Seconds => JSON.parse(readFileSync(file, 'utf8')) as Seconds;

/** Keeps these instead of earlier ones. Other files, which this run did not have, keep theirs. */
export function keepSeconds(seconds: Seconds, exists: (path: string) => boolean): void {
  const all = Object.entries({ ...keptSeconds(), ...seconds }).filter(([path]) => exists(path));
  const sorted = all.sort(([a], [b]) => (a < b ? -1 : 1)).map(([path, time]) => [path, Math.round(time * 10) / 10]);
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
}

/** How much slower than the kept run this one was, by the files that both have: half of their time was at most this many times as long. */
function paceOf(kept: Seconds, now: Seconds): number {
  const both = Object.entries(now).flatMap(([path, seconds]) => {
    const before = kept[path] ?? 0;
    return before >= TELLING_SECONDS ? [{ before, ratio: seconds / before }] : [];
  });
  const half = both.reduce((sum, { before }) => sum + before, 0) / 2;
  let passed = 0;
  for (const { before, ratio } of both.sort((a, b) => a.ratio - b.ratio)) {
    passed += before;
    if (passed >= half) return ratio;
  }
  return 1;
}

const isRare = (path: string) => /\.(rare|browsers)\./.test(path);

/**
 * What to say about a whole run, of `npm test` or of `npm run test:rest`: empty unless it takes a tenth longer than the kept one did, at
 * the pace of this machine. Then also which files grew most, and which are new.
 */
export function growthText(keptOfBoth: Seconds, now: Seconds): string {
  const rare = Object.keys(now).every(isRare);
  const kept: Seconds = Object.fromEntries(Object.entries(keptOfBoth).filter(([path]) => isRare(path) === rare));
  const pace = paceOf(kept, now);
  const sum = (seconds: Seconds) => Object.values(seconds).reduce((all, one) => all + one, 0);
  const growth = sum(now) / (sum(kept) * pace);
  if (sum(kept) === 0 || growth <= TOLERATED) return '';
  const grown = Object.entries(now)
    .map(([path, seconds]) => ({ path, more: seconds / pace - (kept[path] ?? 0) }))
    .sort((a, b) => b.more - a.more)
    .slice(0, FILES_SHOWN);
  const rows = grown.map(({ path, more }) => `${more.toFixed(1).padStart(7)}  ${path}${path in kept ? '' : '  (new)'}`);
  return [`This run takes ${Math.round((growth - 1) * 100)} % longer than the one that was kept. Seconds more, at its pace:`, ...rows].join(
    '\n',
  );
}
