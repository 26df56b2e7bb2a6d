import type { Realm } from '../../schemas/base/realm.ts';

export interface Repeated {
  /** Calls the job now, unless it is running. Settles when it has ended, and never fails. */
  now(): Promise<void>;
  /** Begins no further call, and waits for the one that is running. */
  stop(): Promise<void>;
}

/** Calls `job` this often, but never while its last call is running. Does not keep the process alive. */
export function repeatedly(ms: number, job: () => Promise<void>, onError: (error: unknown) => void, realm: Realm = globalThis): Repeated {
  let running: Promise<void> | undefined;
  let stopped = false;
  async function now(): Promise<void> {
    if (stopped) return;
    running ??= job()
      .catch(onError)
      .finally(() => {
        running = undefined;
      });
    await running;
  }
  const timer = realm.setInterval(() => void now(), ms);
  timer.unref();
  return {
    now,
    async stop() {
      stopped = true;
      realm.clearInterval(timer);
      await running;
    },
  };
}
