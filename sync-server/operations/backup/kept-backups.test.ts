import fc from 'fast-check';
import { expect, test } from 'vitest';
import { backupFileName, backupTime, unneededBackups } from './kept-backups.ts';
import { lastDue } from './scheduled-backups.ts';

const DAY = 86_400_000;
const names = (...days: string[]) => days.map((day) => backupFileName(new Date(`${day}T03:00:00Z`)));

test('a name says when its backup was begun, and sorts by it', () => {
  const at = new Date('2026-02-28T03:04:05Z');
  expect(backupFileName(at)).toBe('kith-2026-02-28-030405Z.backup');
  expect(backupTime(backupFileName(at))).toEqual(at);
  for (const other of ['kith-2026-02-28-030405Z.backup.partial', 'kith-2026-13-28-030405Z.backup', 'photos.zip', 'last-failure.json'])
    expect(backupTime(other)).toBeNull();
});

test('a year of daily backups leaves seven days, four weeks and twelve months', () => {
  const year = Array.from({ length: 366 }, (_, day) => backupFileName(new Date(Date.UTC(2026, 0, 1) + day * DAY)));
  const unneeded = new Set(unneededBackups(year));
  const kept = year.filter((name) => !unneeded.has(name)).map((name) => name.slice(5, 15));
  expect(kept).toEqual([
    ...['2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31', '2026-06-30', '2026-07-31', '2026-08-31', '2026-09-30', '2026-10-31'],
    // Weeks end on Sunday.
    ...[
      '2026-11-30',
      '2026-12-13',
      '2026-12-20',
      '2026-12-26',
      '2026-12-27',
      '2026-12-28',
      '2026-12-29',
      '2026-12-30',
      '2026-12-31',
      '2027-01-01',
    ],
  ]);
});

test('of several backups in a day the newest is kept', () => {
  const [first, second] = ['2026-05-01T03:00:00Z', '2026-05-01T09:00:00Z'].map((at) => backupFileName(new Date(at)));
  expect(unneededBackups([second ?? '', first ?? ''])).toEqual([first]);
});

test('where backups stopped, the last ones stay however long ago that was', () => {
  const old = names('2020-01-01', '2020-01-02', '2020-01-03');
  expect(unneededBackups(old)).toEqual([]);
});

test('the newest is never deleted, deleting again deletes nothing, and no more than 23 stay', () => {
  const times = fc.array(
    fc.integer({ min: 0, max: 3 * 365 * 24 }).map((hours) => new Date(Date.UTC(2024, 0, 1) + hours * 3_600_000)),
    {
      minLength: 1,
      maxLength: 300,
    },
  );
  fc.assert(
    fc.property(times, (list) => {
      const all = [...new Set(list.map((at) => backupFileName(at)))];
      const kept = all.filter((name) => !unneededBackups(all).includes(name));
      expect(kept).toContain(all.toSorted().at(-1));
      expect(unneededBackups(kept)).toEqual([]);
      expect(kept.length).toBeLessThanOrEqual(7 + 4 + 12);
    }),
  );
});

test('a backup is due once a day, at its time', () => {
  const at = (text: string) => new Date(text);
  expect(lastDue(at('2026-05-02T02:59:00'), 180)).toEqual(at('2026-05-01T03:00:00'));
  expect(lastDue(at('2026-05-02T03:00:00'), 180)).toEqual(at('2026-05-02T03:00:00'));
  expect(lastDue(at('2026-03-01T00:10:00'), 1439)).toEqual(at('2026-02-28T23:59:00'));
});
