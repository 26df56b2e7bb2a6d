import type { Realm } from './realm.ts';

/** Resolves after this time. */
export const pause = (ms: number, realm: Pick<Realm, 'setTimeout'> = globalThis): Promise<void> =>
  new Promise((resolve) => void realm.setTimeout(resolve, ms));
