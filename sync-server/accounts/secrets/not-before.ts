import { setTimeout as delay } from 'node:timers/promises';

/**
 * Answers no earlier than `ms` after the call. For answers that must not reveal whether an address is known: the work for either case fits
 * into this time, so the response time says nothing.
 */
export async function notBefore<T>(ms: number, work: () => Promise<T>): Promise<T> {
  const [result] = await Promise.all([work(), delay(ms)]);
  return result;
}
