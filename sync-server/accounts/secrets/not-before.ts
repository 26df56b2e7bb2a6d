import { pause } from '../../../schemas/base/pause.ts';
import type { Realm } from '../../../schemas/base/realm.ts';

/**
 * Answers no earlier than `ms` after the call. For answers that must not reveal whether an address is known: the work for either case fits
 * into this time, so the response time says nothing.
 */
export async function notBefore<T>(ms: number, realm: Realm, work: () => Promise<T>): Promise<T> {
  const [result] = await Promise.all([work(), pause(ms, realm)]);
  return result;
}
