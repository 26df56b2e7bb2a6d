/**
 * The records in docs/decisions/: one format, a name like the title, a state that both records of a replacement give, and a complete index.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const folder = new URL('../../docs/decisions/', import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, folder), 'utf8');
const index = read('README.md');

/** `Links that admit, and consent` → `links-that-admit-and-consent`. */
const slugOf = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/['’`]/g, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');

const numbersIn = (text: string | undefined): string[] => [...(text ?? '').matchAll(/\[(\d{4})\]/g)].map(([, number = '']) => number);

const records = readdirSync(folder)
  .filter((name) => name !== 'README.md')
  .map((name) => {
    const [first = '', blank, second = '', ...rest] = read(name).split('\n');
    const [, date = '', state = ''] = /^(\d{4}-\d{2}-\d{2}), (.+)\.$/.exec(second) ?? [];
    const sections = rest.flatMap((line) => /^\*\*(Context|Decision|Rejected|Consequences)[.,]/.exec(line)?.[1] ?? []);
    const note = rest.join('\n').split('**Context.**')[0]?.trim() ?? '';
    const clauses = state.split('; ');
    const clause = (words: string) => numbersIn(clauses.find((text) => text.startsWith(`${words} [`)));
    return {
      name,
      number: name.slice(0, 4),
      title: first.replace(/^# /, ''),
      heading: first.startsWith('# ') && blank === '',
      date,
      clauses,
      sections,
      note,
      replacedBy: clause('replaced by'),
      replacedInPartBy: clause('replaced in part by'),
      replaces: clause('replaces'),
      replacesPartsOf: clause('replaces parts of'),
    };
  });

test.each(records)('$name is named after its title and has date, state and the usual sections', (record) => {
  expect(record.heading).toBe(true);
  expect(record.name).toBe(`${record.number}-${slugOf(record.title)}.md`);
  expect(record.date).not.toBe('');
  const [state = '', ...others] = record.clauses;
  expect(state).toMatch(/^(accepted|withdrawn|replaced by \[\d{4}\]\(\S+\))$/);
  for (const clause of others)
    expect(clause).toMatch(/^(replaced in part by|replaces parts of|replaces) \[\d{4}\]\(\S+\)( and \[\d{4}\]\(\S+\))*$/);
  const order = ['Context', 'Decision', 'Rejected', 'Consequences'];
  expect(record.sections).toEqual(record.sections.toSorted((a, b) => order.indexOf(a) - order.indexOf(b)));
  for (const section of ['Context', 'Decision', 'Consequences']) expect(record.sections).toContain(section);
  expect(record.sections.filter((section) => section !== 'Decision')).toHaveLength(new Set(record.sections).size - 1);
  // What no longer holds is said above the text that says it.
  if (record.replacedInPartBy.length > 0) expect(record.note).not.toBe('');
});

test('both records of a replacement say so', () => {
  const pairs = (by: (record: (typeof records)[number]) => string[]) => records.flatMap((r) => by(r).map((other) => [r.number, other]));
  const turned = (list: string[][]) => list.map(([a = '', b = '']) => [b, a]);
  const sorted = (list: string[][]) => list.map((pair) => pair.join(' ')).toSorted();
  expect(sorted(pairs((r) => r.replacedInPartBy))).toEqual(sorted(turned(pairs((r) => r.replacesPartsOf))));
  expect(sorted(pairs((r) => r.replacedBy))).toEqual(sorted(turned(pairs((r) => r.replaces))));
});

test('the index lists every record once, by title and state', () => {
  const listed = [...index.matchAll(/^- \[(\d{4}) (.+)\]\((\S+)\)(.*)$/gm)].map(([, number, title, name, state = '']) => ({
    number,
    title,
    name,
    state,
  }));
  const expected = records.map(({ number, title, name, clauses, replacedBy, replacedInPartBy }) => ({
    number,
    title,
    name,
    state:
      replacedBy.length > 0
        ? ` (replaced by ${replacedBy.join(' and ')})`
        : replacedInPartBy.length > 0
          ? ` (replaced in part by ${replacedInPartBy.join(' and ')})`
          : clauses[0] === 'withdrawn'
            ? ' (withdrawn)'
            : '',
  }));
  const byNumber = <T extends { readonly number?: string | undefined }>(list: T[]) =>
    list.toSorted((a, b) => (a.number ?? '').localeCompare(b.number ?? ''));
  expect(byNumber(listed)).toEqual(byNumber(expected));
});

test('no number is used twice', () => {
  expect(new Set(records.map(({ number }) => number)).size).toBe(records.length);
});
