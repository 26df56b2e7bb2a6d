/**
 * Subscriptions: where the device of a session is called. A session has one, and an endpoint belongs to one session: what was registered
 * last counts, because a browser belongs to the member who is signed in now. A subscription ends with its session, by a foreign key.
 */
import type { SubscriptionJson } from '../../../schemas/push/subscription.ts';
import type { Tx } from '../../db/pool/transaction.ts';
import type { Subscription } from './push-delivery.ts';

/** A session and its member. */
export interface SessionOfMember {
  readonly sessionId: string;
  readonly userId: string;
}

export interface Registered {
  readonly endpoint: string;
  readonly created_at: string;
}

/**
 * Registers where the device of this session is called, in place of what the session had, and takes the endpoint from any other session.
 * Null if the session has ended.
 *
 * Registrations wait for each other: two of them can want the same two rows in another order. They are rare and take a millisecond. The
 * session is locked before, so that none waits behind an account that is being deleted while it holds up the others.
 */
export async function register(
  tx: Tx,
  { sessionId, userId }: SessionOfMember,
  { endpoint, keys }: SubscriptionJson,
): Promise<Registered | null> {
  const live = await tx`
    select from sessions where id = ${sessionId} and user_id = ${userId} and expires_at > now() for key share`;
  if (live.count === 0) return null;
  await tx`select pg_advisory_xact_lock(hashtextextended('push subscriptions', 0))`;
  await tx`delete from push_subscriptions where endpoint = ${endpoint} and session_id <> ${sessionId}`;
  const [row] = await tx<Registered[]>`
    insert into push_subscriptions as old (session_id, user_id, endpoint, p256dh, auth)
    values (${sessionId}, ${userId}, ${endpoint}, ${Buffer.from(keys.p256dh, 'base64url')}, ${Buffer.from(keys.auth, 'base64url')})
    on conflict (session_id) do update set
      endpoint = excluded.endpoint, p256dh = excluded.p256dh, auth = excluded.auth,
      created_at = case when old.endpoint = excluded.endpoint then old.created_at else excluded.created_at end
    returning endpoint, iso_time(created_at) as created_at`;
  if (!row) throw new Error('a registration stored no row');
  return row;
}

/** What this session has registered; null if that is nothing. */
export async function subscriptionOf(tx: Tx, sessionId: string): Promise<Subscription | null> {
  const [row] = await tx<Subscription[]>`
    select session_id as "sessionId", endpoint, p256dh, auth from push_subscriptions where session_id = ${sessionId}`;
  return row ?? null;
}

/** The session wants no calls any more. */
export async function unregister(tx: Tx, sessionId: string): Promise<void> {
  await tx`delete from push_subscriptions where session_id = ${sessionId}`;
}

/** The push service says that this device is gone. What was registered since then stays. */
export async function forgetGone(tx: Tx, { sessionId, endpoint, p256dh, auth }: Subscription): Promise<void> {
  await tx`
    delete from push_subscriptions
    where session_id = ${sessionId} and endpoint = ${endpoint} and p256dh = ${p256dh} and auth = ${auth}`;
}
