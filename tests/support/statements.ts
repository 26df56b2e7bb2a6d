import type { TestDatabase } from './postgres.ts';

/** What the server reads from time to time by itself, in a transaction: what is still to be announced. */
const byItself = /^select .* from unnotified where at <= now\(\)/;
/** The same for single statements: which jobs are due. */
const pollsJobs = /^(with due as \( select id|insert) (from|into) jobs /;

/** A statement that was sent on this connection. */
export type Sent = readonly [connection: string, statement: string];

/** Parts of the time of one connection: each transaction is one, and so is what stands between two of them. */
function partsOf(sent: readonly Sent[]): number[] {
  const latest = new Map<string, number>();
  let parts = 0;
  return sent.map(([connection, statement]) => {
    if (statement.startsWith('begin') || !latest.has(connection)) {
      parts += 1;
      latest.set(connection, parts);
    }
    const part = latest.get(connection) as number;
    if (ends.test(statement)) latest.delete(connection);
    return part;
  });
}
const ends = /^(commit|rollback)$/;

/**
 * What of these statements the work itself has sent. It waits for its own transactions, so a transaction of which only the beginning or only
 * the end was sent while it ran is the server's own.
 */
export function withoutServersOwn(sent: readonly Sent[]): string[] {
  const parts = partsOf(sent);
  const statements = (of: number) => sent.flatMap(([, statement], at) => (parts[at] === of ? [statement] : []));
  const isServersOwn = (of: number): boolean => {
    const all = statements(of);
    const begins = all[0]?.startsWith('begin') === true;
    return begins !== all.some((one) => ends.test(one)) || all.some((one) => byItself.test(one));
  };
  const own = new Set(parts.filter(isServersOwn));
  return sent.flatMap(([, statement], at) => (own.has(parts[at] as number) || pollsJobs.test(statement) ? [] : [statement]));
}

/**
 * The statements that this database's connections send while `work` runs, in order. For tests that an answer's cost reveals nothing either.
 */
export async function statementsOf<T>(
  { listenToStatements }: Pick<TestDatabase, 'listenToStatements'>,
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly statements: string[] }> {
  const sent: Sent[] = [];
  listenToStatements((connection, text) => sent.push([connection, text.replace(/\s+/g, ' ').trim()]));
  try {
    return { result: await work(), statements: withoutServersOwn(sent) };
  } finally {
    listenToStatements(null);
  }
}
