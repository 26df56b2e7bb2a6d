import { Hono } from 'hono';
import { reportBodySchema } from '../../../schemas/reports/report.ts';
import { reportedKey } from '../../../schemas/reports/reported-key.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { ok, refusalResponse } from '../../http/errors/envelope.ts';
import { readJson } from '../../http/read-body.ts';
import type { FeatureDeps } from '../../rest/feature-deps.ts';
import { writeOf } from '../../rest/repeatable.ts';
import { setSetting } from './set-setting.ts';

/** Reports something to the operator of the server, by the same setting that a device writes. */
export function reportRoutes({ engine }: FeatureDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.post('/reports', async (c) => {
    const { userId } = c.get('actor');
    const { target_type, target_id, words = '' } = await readJson(c, reportBodySchema);
    const change = { user_id: userId, key: reportedKey(target_type, target_id), value: words };
    const verdict = await engine.run({ userId }, writeOf(c), (context) => setSetting(context, change));
    return verdict.allowed ? ok(c, { target_type, target_id }, 201) : refusalResponse(c, verdict.code);
  });
  return routes;
}
