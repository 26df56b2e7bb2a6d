/**
 * Which backups are kept: the newest of each of the last 7 days, 4 weeks and 12 months that have one. Counted from the newest backup and
 * not from today, so that backups which stopped being written are never deleted one after the other.
 */

/**
 * The name of a backup that was begun at this time. It sorts by time. With `before`, the name says before what it was written, and it is
 * none of the daily backups.
 */
export function backupFileName(at: Date, before?: string): string {
  const time = at.toISOString().slice(0, 19).replaceAll(':', '').replace('T', '-');
  return `kith-${before === undefined ? '' : `before-${before}-`}${time}Z.backup`;
}

const NAME = /^kith-(\d{4})-(\d{2})-(\d{2})-(\d{2})(\d{2})(\d{2})Z\.backup$/;

/** When the backup with this name was begun; null for any other file. */
export function backupTime(name: string): Date | null {
  const [, year, month, day, hour, minute, second] = NAME.exec(name) ?? [];
  if (year === undefined) return null;
  const at = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(at.getTime()) ? null : at;
}

const DAY = 86_400_000;
const dayOf = (at: Date): number => Math.floor(at.getTime() / DAY);

const rules: readonly { readonly count: number; readonly period: (at: Date) => number }[] = [
  { count: 7, period: dayOf },
  // The first of January 1970 was a Thursday; weeks begin on Monday.
  { count: 4, period: (at) => Math.floor((dayOf(at) + 3) / 7) },
  { count: 12, period: (at) => at.getUTCFullYear() * 12 + at.getUTCMonth() },
];

/** The names of the backups that are no longer needed. Files with other names are never among them. */
export function unneededBackups(names: readonly string[]): string[] {
  const backups = names.flatMap((name) => {
    const at = backupTime(name);
    return at === null ? [] : [{ name, at }];
  });
  const newestFirst = backups.toSorted((a, b) => b.at.getTime() - a.at.getTime());
  const kept = new Set(newestFirst.slice(0, 1).map(({ name }) => name));
  for (const { count, period } of rules) {
    const periods = new Set<number>();
    for (const { name, at } of newestFirst) {
      if (periods.has(period(at))) continue;
      if (periods.size === count) break;
      periods.add(period(at));
      kept.add(name);
    }
  }
  return newestFirst.filter(({ name }) => !kept.has(name)).map(({ name }) => name);
}
