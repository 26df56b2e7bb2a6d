import { useCallback, useState } from 'react';
import type { LiveQuery } from './held-query.ts';

interface Group<Row, Value> {
  readonly rows: readonly Row[];
  readonly value: Value;
}
type Groups<Row, Value> = ReadonlyMap<string, Group<Row, Value>>;

export interface RowGroups<Value> {
  /** whether the store has answered, or has failed to */
  readonly settled: boolean;
  /** what the rows of an id amount to; undefined until the store has answered */
  readonly lookUp: (id: string) => Value | undefined;
}

const isSame = <Row>(a: readonly Row[], b: readonly Row[]) => a.length === b.length && a.every((row, at) => row === b[at]);

/**
 * Divides rows by their id. A group with the same rows as `before` keeps its value, so that only what changed renders again. An id without
 * rows has an empty group.
 */
export function groupRows<Row, Value>(
  ids: readonly string[],
  rows: readonly Row[],
  idOf: (row: Row) => string,
  sumOf: (rows: readonly Row[]) => Value,
  before: Groups<Row, Value>,
): Groups<Row, Value> {
  const divided = new Map<string, Row[]>(ids.map((id) => [id, []]));
  for (const row of rows) divided.get(idOf(row))?.push(row);
  return new Map(
    [...divided].map(([id, own]) => {
      const old = before.get(id);
      return [id, old && isSame(old.rows, own) ? old : { rows: own, value: sumOf(own) }];
    }),
  );
}

/**
 * The rows of one query, divided by the ids that it asks for. `rows` is undefined until the query for exactly these ids is answered; what is
 * known of them from an earlier answer stays until then. `idOf` and `sumOf` stay the same functions.
 */
export function useRowGroups<Row, Value>(
  ids: readonly string[],
  { rows, error }: LiveQuery<Row>,
  idOf: (row: Row) => string,
  sumOf: (rows: readonly Row[]) => Value,
): RowGroups<Value> {
  const [answer, setAnswer] = useState<{ readonly rows: typeof rows; readonly groups: Groups<Row, Value> }>(noAnswer);
  if (ids.length === 0 ? answer !== noAnswer : rows && rows !== answer.rows) {
    setAnswer(ids.length === 0 || !rows ? noAnswer : { rows, groups: groupRows(ids, rows, idOf, sumOf, answer.groups) });
  }
  const lookUp = useCallback((id: string) => answer.groups.get(id)?.value, [answer]);
  return { settled: answer !== noAnswer || Boolean(error), lookUp };
}
const noAnswer = { rows: undefined, groups: new Map<string, never>() } as const;
