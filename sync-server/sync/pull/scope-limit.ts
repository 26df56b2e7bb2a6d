/**
 * How many scopes a device may name for a collection. The server looks at each scope for each collection, so an endless list would make
 * everybody wait. The scopes are counted before anything else is done with the request.
 */
import { answerWording } from '../../../schemas/wording/answer-wording.ts';
import { HttpError } from '../../http/errors/http-error.ts';

/** More groups than any member reads. */
const GROUPS = 1_000;
/** A device keeps naming, as null, the scopes that it has left. */
const LEFT_SCOPES_FACTOR = 3;

/** More scopes than a member of the fullest circle has: all seats taken, the friends' seats too, and everybody writes to chosen people. */
export function mostScopes(maxDirectFriends: number): number {
  const reach = maxDirectFriends + maxDirectFriends * (maxDirectFriends - 1);
  const friends = maxDirectFriends + 1;
  const network = reach + 1;
  return LEFT_SCOPES_FACTOR * (1 + friends + network + reach + 2 * GROUPS);
}

/** @throws HttpError 400 where this body of a pull names more scopes than `most` for a collection */
export function limitScopes(body: unknown, most: number): void {
  const collections = (body as { collections?: unknown } | null)?.collections;
  if (typeof collections !== 'object' || collections === null) return;
  for (const asked of Object.values(collections) as ({ checkpoint?: unknown } | null)[]) {
    const checkpoint = asked?.checkpoint;
    const count = typeof checkpoint === 'object' && checkpoint !== null ? Object.keys(checkpoint).length : 0;
    if (count > most) throw new HttpError(400, { code: 'TOO_MANY_SCOPES', message: answerWording.TOO_MANY_SCOPES });
  }
}
