import { setTimeout as delay } from 'node:timers/promises';

/**
 * Answers no earlier than `ms` after it was called. Where an answer must not tell whether an address is known, the work for the
 * one fits into this time as well as the work for the other, and the clock on the wall says nothing.
 */
export async function notBefore<T>(ms: number, work: () => Promise<T>): Promise<T> {
  const [result] = await Promise.all([work(), delay(ms)]);
  return result;
}
