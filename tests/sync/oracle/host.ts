/** `host`: the server on which the histories of a file are played. */

import { test as serverTest } from '../../support/fixtures/server.ts';
import { setUp } from '../../support/set-up-time.ts';
import type { AppOptions } from '../../support/start-app.ts';
import { limits } from './limits.ts';
import { memberMaker } from './member-maker.ts';
import type { Stage } from './play-history.ts';
import { serverForDisasters } from './server-for-disasters.ts';

export interface Host extends Pick<Stage, 'url' | 'people' | 'strike'> {
  /** the newest log lines about failures, for a report */
  errors(): readonly string[];
}

/** A server in the process of the test. */
export const test = serverTest
  .extend(
    'serverOptions',
    { scope: 'file' },
    (): AppOptions => ({ env: { MAX_DIRECT_FRIENDS: String(limits.friends), LOG_LEVEL: 'warn' } }),
  )
  .extend('host', { scope: 'file' }, ({ server }): Host => {
    const errors = () => server.logged.filter((line) => (JSON.parse(line) as { level: number }).level >= 50);
    return { url: () => server.url, people: memberMaker(server), errors };
  });

/** A server in its own process, on which disasters are played. */
export const disasterTest = serverTest.extend('host', { scope: 'file' }, async ({ postgresUrl: _ }, { onCleanup }): Promise<Host> => {
  const server = await setUp('server', serverForDisasters);
  onCleanup(() => server.close());
  return server;
});
