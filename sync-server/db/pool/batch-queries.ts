/**
 * Combines many queries into one: keys that arrive while a query runs are queried together next. Each key is queried after it arrived, so
 * its answer is as fresh as that of a query of its own. An error rejects all keys of that query.
 */
export function batchQueries<Key, Answer>(ask: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Answer>>) {
  interface Waiting {
    readonly key: Key;
    readonly resolve: (answer: Answer | undefined) => void;
    readonly reject: (error: unknown) => void;
  }
  let waiting: Waiting[] = [];
  let asking = false;

  async function askAll(): Promise<void> {
    asking = true;
    // Keys of one turn of the event loop arrive some microtasks apart. All of those have run before the next tick.
    await new Promise<void>((resolve) => process.nextTick(resolve));
    while (waiting.length > 0) {
      const asked = waiting;
      waiting = [];
      try {
        const answers = await ask([...new Set(asked.map(({ key }) => key))]);
        for (const { key, resolve } of asked) resolve(answers.get(key));
      } catch (error) {
        for (const { reject } of asked) reject(error);
      }
    }
    asking = false;
  }

  /** Returns the answer for this key, undefined if there is none. */
  return (key: Key): Promise<Answer | undefined> =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject });
      if (!asking) void askAll();
    });
}

/** The same for each transaction: keys are combined within one transaction, never across two. */
export function batchQueriesPerTransaction<Tx extends object, Key, Answer>(
  ask: (tx: Tx, keys: readonly Key[]) => Promise<ReadonlyMap<Key, Answer>>,
) {
  const askers = new WeakMap<Tx, (key: Key) => Promise<Answer | undefined>>();
  return (tx: Tx, key: Key): Promise<Answer | undefined> => {
    const asker = askers.get(tx) ?? batchQueries((keys: readonly Key[]) => ask(tx, keys));
    askers.set(tx, asker);
    return asker(key);
  };
}
