import { expect, test } from 'vitest';
import { type Sent, withoutServersOwn } from './statements.ts';

const asked: readonly Sent[] = [
  ['1', 'begin'],
  ['1', 'select from posts'],
  ['1', 'commit'],
  ['2', 'select from users'],
];
const statements = asked.map(([, statement]) => statement);

test('all statements of the work count, single ones and those of transactions, in order', () => {
  expect(withoutServersOwn(asked)).toEqual(statements);
  const backToBack: readonly Sent[] = [...asked, ['1', 'select from likes'], ['1', 'begin'], ['1', 'rollback']];
  expect(withoutServersOwn(backToBack)).toEqual(backToBack.map(([, statement]) => statement));
});

test.for<[string, readonly Sent[], readonly Sent[]]>([
  ['begins', [], [['3', 'begin']]],
  [
    'has come as far as its question',
    [],
    [
      ['3', 'begin'],
      ['3', 'select * from unnotified where at <= now()'],
    ],
  ],
  ['ends', [['3', 'commit']], []],
  [
    'ends after its question',
    [
      ['3', 'select * from unnotified where at <= now()'],
      ['3', 'commit'],
    ],
    [],
  ],
  [
    'ends after a statement that tells nothing',
    [
      ['3', 'update unnotified set at = $1'],
      ['3', 'commit'],
    ],
    [],
  ],
])('a transaction of the server that %s while the work runs does not count', ([, before, after]) => {
  expect(withoutServersOwn([...before, ...asked, ...after])).toEqual(statements);
  const [first, ...rest] = asked as [Sent, ...Sent[]];
  expect(withoutServersOwn([first, ...before, ...after, ...rest])).toEqual(statements);
});

test('what the work sends on a connection of the server counts, before and after the server uses it', () => {
  const shared: readonly Sent[] = [['3', 'commit'], ...asked.map(([, statement]): Sent => ['3', statement]), ['3', 'begin']];
  expect(withoutServersOwn(shared)).toEqual(statements);
});
