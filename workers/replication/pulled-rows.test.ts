import { expect, test } from 'vitest';
import type { AnyLocalRow } from '../../schemas/local/local-row.ts';
import type { StoredRow } from './held-rows.ts';
import { type Copies, letPulledRowsBeTheirCopies } from './pulled-rows.ts';

type Row = Parameters<Copies['bulkWrite']>[0][number];
const rowOf = (id: string, unsent: 0 | 1): StoredRow => ({ id, scope: 4, write_id: `w-${id}`, unsent, assumed: [], _deleted: false });
const copyOf = (row: AnyLocalRow) => ({ id: `${row.id}|0`, itemId: row.id, isCheckpoint: '0', docData: row }) as unknown as Row['document'];

/** A store of copies that holds these, over a collection that holds these rows. */
function open(held: readonly StoredRow[], copied: readonly AnyLocalRow[] = []) {
  const written: Row[] = [];
  const copies: Copies = {
    findDocumentsById: async (ids) => copied.map(copyOf).filter(({ id }) => ids.includes(id)),
    bulkWrite: async (rows) => {
      written.push(...rows);
      return { error: [] };
    },
  };
  letPulledRowsBeTheirCopies(copies, {
    byId: async (ids) => new Map(held.filter(({ id }) => ids.includes(id)).map((row) => [row.id, row])),
  });
  return { copies, written };
}

test('a row that was pulled is its own copy, one that waits to be sent is not, and a checkpoint is no row', async () => {
  const { copies } = open([rowOf('pulled', 0), rowOf('changed', 1), rowOf('down', 0)]);
  const found = await copies.findDocumentsById(['pulled|0', 'changed|0', 'missing|0', 'down|1'], true);
  expect(found.map(({ itemId, docData }) => [itemId, (docData as AnyLocalRow).write_id])).toEqual([['pulled', 'w-pulled']]);
});

test('a copy that is stored counts, whatever the row says', async () => {
  const sent = { ...rowOf('sent', 0), write_id: 'as the server told it' };
  const { copies } = open([rowOf('sent', 0)], [sent]);
  const [found] = await copies.findDocumentsById(['sent|0'], true);
  expect(found?.docData).toMatchObject({ write_id: 'as the server told it' });
});

test('a pull stores no copy of a row that has none', async () => {
  const { copies, written } = open([rowOf('pulled', 0)], [rowOf('sent', 0)]);
  const [pulled] = await copies.findDocumentsById(['pulled|0'], true);
  const [sent] = await copies.findDocumentsById(['sent|0'], true);
  if (!pulled || !sent) throw new Error('both have a copy');
  const rows: Row[] = [{ document: copyOf(rowOf('new', 0)) }, { previous: pulled, document: pulled }, { previous: sent, document: sent }];
  await copies.bulkWrite(rows, 'replication-down-write-meta');
  expect(written).toEqual([{ previous: sent, document: sent }]);
});

test('a push stores the copy of a row that was its own as a new one', async () => {
  const { copies, written } = open([rowOf('pulled', 0)]);
  const [pulled] = await copies.findDocumentsById(['pulled|0'], true);
  if (!pulled) throw new Error('it has a copy');
  await copies.bulkWrite([{ previous: pulled, document: pulled }], 'replication-up-write-meta');
  expect(written).toEqual([{ document: pulled }]);
});
