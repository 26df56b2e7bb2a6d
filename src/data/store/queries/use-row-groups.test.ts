import { expect, test } from 'vitest';
import { groupRows } from './use-row-groups.ts';

interface Row {
  readonly id: string;
  readonly post: string;
}
type Groups = ReturnType<typeof groupRows<Row, readonly string[]>>;

const row = (post: string, id: string): Row => ({ id, post });
const grouped = (ids: readonly string[], rows: readonly Row[], before: Groups = new Map()): Groups =>
  groupRows(
    ids,
    rows,
    ({ post }) => post,
    (own) => own.map(({ id }) => id),
    before,
  );
const [first, second, third] = [row('a', '1'), row('b', '2'), row('a', '3')];

test('rows are divided by their ids, in their order; an id without rows is known to have none', () => {
  const groups = grouped(['a', 'b', 'c'], [third, second, first, row('unasked', '4')]);
  expect([...groups].map(([id, { value }]) => [id, value])).toEqual([
    ['a', ['3', '1']],
    ['b', ['2']],
    ['c', []],
  ]);
});

test('a group keeps its value until one of its rows changes, also when other ids are asked for', () => {
  const before = grouped(['a', 'b', 'c'], [first, second]);
  const after = grouped(['a', 'b', 'c', 'd'], [first, second, third], before);
  expect(after.get('a')?.value).toEqual(['1', '3']);
  expect(after.get('b')).toBe(before.get('b'));
  expect(after.get('c')).toBe(before.get('c'));
  const changed = grouped(['a', 'b'], [first, { ...second }, third], after);
  expect(changed.get('a')).toBe(after.get('a'));
  expect(changed.get('b')?.value).not.toBe(after.get('b')?.value);
});
