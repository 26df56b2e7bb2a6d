import { pause } from '../../../schemas/base/pause.ts';
import type { Realm } from '../../../schemas/base/realm.ts';
import { isCollision } from '../../base/database-errors.ts';

/** How often a write is tried where others are in its way. */
export const ATTEMPTS = 6;

/**
 * Runs a write again when Postgres ended it because of another one (serialization failure or deadlock). Postgres has rolled it back as a
 * whole, so `write` must have no effects but those of its statements.
 */
export async function retryCollisions<T>(write: () => Promise<T>, realm: Realm = globalThis): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await write();
    } catch (error) {
      if (!isCollision(error) || attempt === ATTEMPTS) throw error;
      // Waits a random time, or the same two would collide again.
      await pause(realm.Math.random() * 20 * attempt, realm);
    }
  }
}
