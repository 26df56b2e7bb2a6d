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
    // Requests that arrived in one turn of the event loop come one microtask after the other.
    await Promise.resolve();
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
