import type { TestDatabase } from './postgres.ts';

/** What the server reads from time to time by itself, in a transaction: what is still to be announced. */
const byItself = /^select .* from unnotified where at <= now\(\)/;
/** The same for single statements: which jobs are due. */
const pollsJobs = /^(with due as \( select id|insert) (from|into) jobs /;

interface Sent {
  readonly statement: string;
  /** the same for the statements of a transaction */
  readonly transaction: string;
}

/**
 * The statements that this database's connections send while `work` runs, in order. For tests that an answer's cost reveals nothing either.
 */
export async function statementsOf<T>(
  { listenToStatements }: Pick<TestDatabase, 'listenToStatements'>,
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly statements: string[] }> {
  const sent: Sent[] = [];
  const transactions = new Map<string, number>();
  listenToStatements((connection, text) => {
    const statement = text.replace(/\s+/g, ' ').trim();
    if (statement.startsWith('begin')) transactions.set(connection, (transactions.get(connection) ?? 0) + 1);
    sent.push({ statement, transaction: `${connection} ${transactions.get(connection)}` });
  });
  try {
    const result = await work();
    const byTransaction = new Map<string, Sent[]>();
    for (const one of sent) byTransaction.set(one.transaction, [...(byTransaction.get(one.transaction) ?? []), one]);
    const own = new Set(sent.filter(({ statement }) => byItself.test(statement)).map(({ transaction }) => transaction));
    // What has only begun when the work ends belongs to the server as well: the work waits for its own transactions.
    for (const [transaction, [first, ...more]] of byTransaction) {
      if (more.length === 0 && first?.statement.startsWith('begin')) own.add(transaction);
    }
    const asked = sent.filter(({ statement, transaction }) => !own.has(transaction) && !pollsJobs.test(statement));
    return { result, statements: asked.map(({ statement }) => statement) };
  } finally {
    listenToStatements(null);
  }
}
