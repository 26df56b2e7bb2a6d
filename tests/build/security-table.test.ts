/** The table of ASVS in docs/security.md: every requirement of levels 1 and 2 has a row, and every file that a row names exists. */
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const root = new URL('../../', import.meta.url);
const document = readFileSync(new URL('docs/security.md', root), 'utf8');
const [, table = ''] = document.split('## OWASP ASVS 5.0');

/** The requirements of levels 1 and 2 in version 5.0.0, by section: a run of numbers is "first-last". */
const SECTIONS: Readonly<Record<string, string>> = {
  '1.1': '1-2',
  '1.2': '1-9',
  '1.3': '1-11',
  '1.4': '1-3',
  '1.5': '1-2',
  '2.1': '1-3',
  '2.2': '1-3',
  '2.3': '1-4',
  '2.4': '1',
  '3.2': '1-2',
  '3.3': '1-4',
  '3.4': '1-6',
  '3.5': '1-5',
  '3.7': '1-2',
  '4.1': '1-3',
  '4.2': '1',
  '4.3': '1-2',
  '4.4': '1-4',
  '5.1': '1',
  '5.2': '1-3',
  '5.3': '1-2',
  '5.4': '1-3',
  '6.1': '1-3',
  '6.2': '1-12',
  '6.3': '1-4',
  '6.4': '1-4',
  '6.5': '1-5',
  '6.6': '1-3',
  '6.8': '1-4',
  '7.1': '1-3',
  '7.2': '1-4',
  '7.3': '1-2',
  '7.4': '1-5',
  '7.5': '1-2',
  '7.6': '1-2',
  '8.1': '1-2',
  '8.2': '1-3',
  '8.3': '1',
  '8.4': '1',
  '9.1': '1-3',
  '9.2': '1-4',
  '10.1': '1-2',
  '10.2': '1-2',
  '10.3': '1-4',
  '10.4': '1-11',
  '10.5': '1-5',
  '10.6': '1-2',
  '10.7': '1-3',
  '11.1': '1-2',
  '11.2': '1-3',
  '11.3': '1-3',
  '11.4': '1-4',
  '11.5': '1',
  '11.6': '1',
  '12.1': '1-3',
  '12.2': '1-2',
  '12.3': '1-4',
  '13.1': '1',
  '13.2': '1-5',
  '13.3': '1-2',
  '13.4': '1-5',
  '14.1': '1-2',
  '14.2': '1-4',
  '14.3': '1-3',
  '15.1': '1-3',
  '15.2': '1-3',
  '15.3': '1-7',
  '16.1': '1',
  '16.2': '1-5',
  '16.3': '1-4',
  '16.4': '1-3',
  '16.5': '1-3',
  '17.1': '1',
  '17.2': '1-4',
  '17.3': '1-2',
};

const idsOf = (section: string, numbers: string): string[] =>
  numbers.split(' ').flatMap((run) => {
    const [first = 0, last = first] = run.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, index) => `${section}.${first + index}`);
  });

const rows = [...table.matchAll(/^\| (\d+\.\d+\.\d+[\d., ]*)\|([^|]*)\| *(\S[^|]*?) *\|([^|]*)\|$/gm)].map(
  ([, ids = '', , state = '', by = '']) => ({ ids: ids.trim().split(', '), state, by: by.trim() }),
);

test('each requirement of levels 1 and 2 has one row', () => {
  const listed = rows.flatMap(({ ids }) => ids);
  const required = Object.entries(SECTIONS).flatMap(([section, numbers]) => idsOf(section, numbers));
  expect(required).toHaveLength(253);
  expect(listed.toSorted()).toEqual(required.toSorted());
});

test('a met requirement names what holds it, and one that is not met has its reason', () => {
  for (const { ids, state, by } of rows) {
    const where = `${ids.join(', ')}: ${state}`;
    expect(['met', 'not met', 'none'], where).toContain(state);
    if (state === 'met') expect(by, where).toMatch(/`[^`]+`|^above$/);
    if (state === 'not met') expect(by.length, where).toBeGreaterThan(20);
  }
});

test('every file that the page names exists', () => {
  const named = [...document.matchAll(/`((?:docs|src|schemas|sync-server|tests|workers|deploy)\/[^`*<]*)`/g)].map(([, path = '']) => path);
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter((path) => !existsSync(new URL(path, root)))).toEqual([]);
});
