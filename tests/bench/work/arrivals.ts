/** Times one document after the other, each until it has arrived this many times. */
export function createArrivals(times: number) {
  let expected = '';
  let missing = 0;
  let done: () => void = () => undefined;
  return {
    arrived(id: string): void {
      if (id !== expected) return;
      missing -= 1;
      if (missing === 0) done();
    },
    /** Milliseconds from the call of `write` to the last arrival. Resolves only once the write is answered, too. */
    async time(id: string, write: () => Promise<unknown>): Promise<number> {
      expected = id;
      missing = times;
      let arrivedAt = 0;
      const here = new Promise<void>((resolve) => {
        done = () => {
          arrivedAt = performance.now();
          resolve();
        };
      });
      const begun = performance.now();
      // Waits for the answer so that the next write begins in quiet. The answer is not part of the time.
      await Promise.all([write(), here]);
      return arrivedAt - begun;
    },
  };
}
