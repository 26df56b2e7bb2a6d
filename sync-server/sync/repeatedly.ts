export interface Repeated {
  /** Begins no further call, and waits for the one that is running. */
  stop(): Promise<void>;
}

/** Calls `job` this often, but never while its last call is running. Does not keep the process alive. */
export function repeatedly(ms: number, job: () => Promise<void>, onError: (error: unknown) => void): Repeated {
  let running: Promise<void> | undefined;
  const timer = setInterval(() => {
    running ??= job()
      .catch(onError)
      .finally(() => {
        running = undefined;
      });
  }, ms);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
