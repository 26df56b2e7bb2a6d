import type { Realm, Timer } from '../../../schemas/base/realm.ts';

/** A signal to wait for. Several callers may ring it, even before anybody waits. */
export interface Signal {
  ring(): void;
  /** Settles at the next ring, at once if it rang since the last wait, or after `ms`. */
  wait(ms?: number): Promise<void>;
}

export function createSignal(realm: Pick<Realm, 'setTimeout' | 'clearTimeout'> = globalThis): Signal {
  let rang = false;
  let resume: (() => void) | null = null;
  return {
    ring() {
      rang = true;
      resume?.();
    },
    async wait(ms) {
      if (!rang) {
        let timer: Timer | undefined;
        await new Promise<void>((resolve) => {
          resume = resolve;
          if (ms !== undefined) timer = realm.setTimeout(resolve, ms);
        });
        realm.clearTimeout(timer);
        resume = null;
      }
      rang = false;
    },
  };
}
