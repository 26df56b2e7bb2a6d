/**
 * Makes one question of many: those that come while one is being answered are asked together next. Each is asked after it came, so
 * its answer is as fresh as if it had been asked alone. An error answers all that were asked together.
 */
export function askTogether<Key, Answer>(ask: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Answer>>) {
  interface Waiting {
    readonly key: Key;
    readonly resolve: (answer: Answer | undefined) => void;
    readonly reject: (error: unknown) => void;
  }
  let waiting: Waiting[] = [];
  let asking = false;

  async function askAll(): Promise<void> {
    asking = true;
    // What arrives in one turn of the event loop comes some microtasks apart; before a tick, all of those have run.
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

  /** The answer for this key, undefined where there is none. */
  return (key: Key): Promise<Answer | undefined> =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject });
      if (!asking) void askAll();
    });
}

/** The same within each transaction: what is asked in one of them is asked together with nothing of another. */
export function askTogetherIn<Tx extends object, Key, Answer>(ask: (tx: Tx, keys: readonly Key[]) => Promise<ReadonlyMap<Key, Answer>>) {
  const askers = new WeakMap<Tx, (key: Key) => Promise<Answer | undefined>>();
  return (tx: Tx, key: Key): Promise<Answer | undefined> => {
    const asker = askers.get(tx) ?? askTogether((keys: readonly Key[]) => ask(tx, keys));
    askers.set(tx, asker);
    return asker(key);
  };
}
