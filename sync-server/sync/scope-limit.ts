/**
 * How many scopes a device may name for a collection. Each is looked at for each collection, so a list without an end would keep everybody
 * waiting; it is counted before anything else is made of the request.
 */
import { answerWording } from '../../schemas/wording/answer-wording.ts';
import { HttpError } from '../http/http-error.ts';

/** More groups than somebody reads. */
const GROUPS = 1_000;
/** A device goes on naming, as null, those that it has left. */
const WITH_THOSE_LEFT = 3;

/** More than a member comes to who has a friend on each seat, all of whose friends have the same and write to chosen people. */
export function mostScopes(maxDirectFriends: number): number {
  const reach = maxDirectFriends + maxDirectFriends * (maxDirectFriends - 1);
  const friends = maxDirectFriends + 1;
  const network = reach + 1;
  return WITH_THOSE_LEFT * (1 + friends + network + reach + 2 * GROUPS);
}

/** @throws HttpError 400 where this body of a pull names more for one of its collections */
export function limitScopes(body: unknown, most: number): void {
  const collections = (body as { collections?: unknown } | null)?.collections;
  if (typeof collections !== 'object' || collections === null) return;
  for (const asked of Object.values(collections) as ({ checkpoint?: unknown } | null)[]) {
    const checkpoint = asked?.checkpoint;
    const count = typeof checkpoint === 'object' && checkpoint !== null ? Object.keys(checkpoint).length : 0;
    if (count > most) throw new HttpError(400, { code: 'TOO_MANY_SCOPES', message: answerWording.TOO_MANY_SCOPES });
  }
}
