import type { Sql } from 'postgres';

/** The statements that this pool is sent while `work` runs, in their order: what an answer costs is to say nothing either. */
export async function statementsOf<T>(sql: Sql, work: () => Promise<T>): Promise<{ readonly result: T; readonly statements: string[] }> {
  const statements: string[] = [];
  // The driver looks at this option whenever it sends something.
  const options = sql.options as { debug?: unknown };
  options.debug = (_connection: number, statement: string) => void statements.push(statement.replace(/\s+/g, ' ').trim());
  try {
    return { result: await work(), statements };
  } finally {
    options.debug = false;
  }
}
