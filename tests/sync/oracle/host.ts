/** `host`: the server on which the histories of a file are played. */
import { test as serverTest } from '../../support/fixtures/server.ts';
import { startPushService } from '../../support/push-service.ts';
import { setUp } from '../../support/set-up-time.ts';
import type { AppOptions, StartedApp } from '../../support/start-app.ts';
import { type Calling, startCalling } from './calls/calling.ts';
import type { Coverage } from './coverage.ts';
import type { History } from './history.ts';
import { limits } from './limits.ts';
import { lineTo } from './line.ts';
import { memberMaker } from './member-maker.ts';
import { playHistory } from './play-history.ts';
import { serverForDisasters } from './server-for-disasters.ts';
import type { Stage } from './stage.ts';

export interface Host {
  /** Plays a history. @throws Error with what was wrong */
  play(history: History, coverage: Coverage, seed: number): Promise<void>;
  /** the newest log lines about failures, for a report */
  errors(): readonly string[];
}

const env = { MAX_DIRECT_FRIENDS: String(limits.friends), LOG_LEVEL: 'warn' };

/** Plays in real time, on the server at this address. */
const hostAt = (stage: { readonly url: () => string } & Pick<Stage, 'people' | 'strike' | 'calling'> & Pick<Host, 'errors'>): Host => ({
  errors: stage.errors,
  play: (history, coverage) => playHistory({ ...stage, realm: globalThis, line: lineTo(stage.url), coverage, limits }, history),
});

const hostOf = (server: StartedApp, calling?: Calling): Host =>
  hostAt({
    url: () => server.url,
    people: memberMaker(server),
    ...(calling && { calling }),
    errors: () => server.logged.filter((line) => (JSON.parse(line) as { level: number }).level >= 50),
  });

/** A server in the process of the test. */
export const test = serverTest
  .extend('serverOptions', { scope: 'file' }, (): AppOptions => ({ env }))
  .extend('host', { scope: 'file' }, ({ server }): Host => hostOf(server));

/** The same, with a push service. */
export const pushTest = serverTest
  .extend('pushService', { scope: 'file' }, async ({ postgresUrl: _ }, { onCleanup }) => {
    const service = await startPushService();
    onCleanup(() => service.close());
    return service;
  })
  .extend(
    'serverOptions',
    { scope: 'file' },
    ({ pushService: { host, certificate } }): AppOptions => ({ env: { ...env, PUSH_HOSTS: host }, pushTrusted: [certificate] }),
  )
  .extend('host', { scope: 'file' }, async ({ server, pushService }, { onCleanup }): Promise<Host> => {
    const calling = await startCalling(server, pushService);
    onCleanup(() => calling.close());
    return hostOf(server, calling);
  });

/** A server in its own process, on which disasters are played. */
export const disasterTest = serverTest.extend('host', { scope: 'file' }, async ({ postgresUrl: _ }, { onCleanup }): Promise<Host> => {
  const server = await setUp('server', serverForDisasters);
  onCleanup(() => server.close());
  return hostAt(server);
});
