import type { Sql } from 'postgres';

/** The statements that this pool sends while `work` runs, in order. For tests that an answer's cost reveals nothing either. */
export async function statementsOf<T>(sql: Sql, work: () => Promise<T>): Promise<{ readonly result: T; readonly statements: string[] }> {
  const statements: string[] = [];
  // The driver reads this option whenever it sends a statement.
  const options = sql.options as { debug?: unknown };
  options.debug = (_connection: number, statement: string) => void statements.push(statement.replace(/\s+/g, ' ').trim());
  try {
    return { result: await work(), statements };
  } finally {
    options.debug = false;
  }
}
