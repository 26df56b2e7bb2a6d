import { Hono } from 'hono';
import type { OwnSubscriptionAnswer, PushKeyAnswer, RegisteredAnswer } from '../../../schemas/push/push-answers.ts';
import { subscriptionSchema } from '../../../schemas/push/subscription.ts';
import { idNow } from '../../base/server-realm.ts';
import type { Database } from '../../db/pool/transaction.ts';
import { readResting } from '../../db/resting.ts';
import { type AppEnv, realmOf } from '../../http/app-env.ts';
import { fail, ok, refusalResponse } from '../../http/errors/envelope.ts';
import { counted, type RateLimits } from '../../http/limits/rate-limits.ts';
import { readJson } from '../../http/read-body.ts';
import { countUnread } from '../notifications/count-unread.ts';
import { askedMessage } from './asked-message.ts';
import type { Push } from './push.ts';
import { forgetGone, register, subscriptionOf, unregister } from './subscriptions.ts';

export interface PushRoutesDeps {
  readonly database: Database;
  readonly rateLimits: RateLimits;
  readonly push: Push;
}

/** Where the device of a session is called. Mount it at `/api` behind the auth guard: everything here belongs to the session. */
export function pushRoutes({ database, rateLimits, push }: PushRoutesDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();

  routes.get('/push/key', async (c) => {
    const off = push.off();
    const answer: PushKeyAnswer = { key: off === 'loopback' ? null : await push.keys.publicKey(), off };
    return ok(c, answer);
  });

  routes.get('/push/subscription', async (c) => {
    const own = await database.read((tx) => subscriptionOf(tx, c.get('sessionId')));
    const answer: OwnSubscriptionAnswer = { endpoint: own?.endpoint ?? null, key: own?.p256dh.toString('base64url') ?? null };
    return ok(c, answer);
  });

  routes.put('/push/subscription', counted(rateLimits, 'pushSubscription'), async (c) => {
    const subscription = await readJson(c, subscriptionSchema);
    if (!push.allows(subscription.endpoint)) return refusalResponse(c, 'PUSH_ENDPOINT_REFUSED');
    const session = { sessionId: c.get('sessionId'), userId: c.get('actor').userId };
    const registered: RegisteredAnswer | null = await database.write((tx) => register(tx, session, subscription));
    return registered ? ok(c, registered) : fail(c, 401);
  });

  routes.delete('/push/subscription', async (c) => {
    await database.write((tx) => unregister(tx, c.get('sessionId')));
    return ok(c, {});
  });

  routes.post('/push/test', counted(rateLimits, 'pushTest'), async (c) => {
    const { own, unread, resting } = await database.read(async (tx) => ({
      own: await subscriptionOf(tx, c.get('sessionId')),
      unread: await countUnread(tx, c.get('actor').userId),
      resting: await readResting(tx),
    }));
    if (!own) return refusalResponse(c, 'PUSH_NOT_ON');
    if (resting !== null) return refusalResponse(c, 'SENDING_RESTS');
    const outcome = await push.delivery.send(own, askedMessage(idNow(realmOf(c)), unread, push.publicUrl));
    switch (outcome.kind) {
      case 'accepted':
        return ok(c, { sent: true as const });
      case 'gone':
        await database.write((tx) => forgetGone(tx, own));
        return refusalResponse(c, 'PUSH_NOT_ON');
      case 'later':
      case 'refused':
        return refusalResponse(c, 'PUSH_SERVICE_FAILED');
    }
  });

  return routes;
}
