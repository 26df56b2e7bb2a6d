import { Hono } from 'hono';
import { allow } from '../../../schemas/base/refusal.ts';
import { contactSchema } from '../../../schemas/contact/contact.ts';
import { answerWording } from '../../../schemas/wording/answer-wording.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { ok, refusalResponse } from '../../http/errors/envelope.ts';
import { HttpError } from '../../http/errors/http-error.ts';
import { counted, type RateLimits } from '../../http/limits/rate-limits.ts';
import { readJson } from '../../http/read-body.ts';
import { writeOf } from '../../rest/repeatable.ts';
import type { Engine } from '../../sync/engine.ts';

/** There is a mail server, but no address of an operator who reads such messages. Mail to a made-up address would be lost in silence. */
export const nobodyReads = () => new HttpError(503, { code: 'CONTACT_UNAVAILABLE', message: answerWording.CONTACT_UNAVAILABLE });

/**
 * `POST /misc/contact`: a mail to the operator of the server, with the member's name and address for the reply. A request that is repeated
 * with the same `Idempotency-Key` sends one mail. `to` is null if nobody would read it.
 */
export function contactRoutes({
  engine,
  to,
  rateLimits,
}: {
  readonly engine: Engine;
  readonly to: string | null;
  readonly rateLimits: RateLimits;
}): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();

  routes.post('/misc/contact', counted(rateLimits, 'contact'), async (c) => {
    const { subject, message } = await readJson(c, contactSchema);
    if (to === null) throw nobodyReads();
    const verdict = await engine.run(c.get('actor'), writeOf(c), async ({ tx, actor, mail }) => {
      const [from] = await tx<{ name: string; email: string }[]>`
        select p.name, u.email from users u join profiles p using (id) where u.id = ${actor.userId}`;
      if (!from) throw new Error('a member without an account');
      await mail({ to, template: 'contact', data: { ...from, subject, message } });
      return allow;
    });
    return verdict.allowed ? ok(c, {}, 201, answerWording.CONTACT_SENT) : refusalResponse(c, verdict.code);
  });

  return routes;
}
