/** Ana’s streams, each with whether its page is looked at. */
import type { BrowserContext, Request } from 'playwright-core';
import { test as circleTest } from '../../support/fixtures/faulty-circle.ts';
import type { AppOptions } from '../../support/start-app.ts';

export const STREAM = '/api/sync/stream';
export const looks = (request: Request) => (request.postDataJSON() as { lookedAt: boolean }).lookedAt;

export const test = circleTest
  .extend('serverOptions', { scope: 'file' }, (): AppOptions => ({ streamTiming: { heartbeatMs: 300, seldomHeartbeatMs: 60_000 } }))
  /** for each stream from now on, whether it was requested as looked at */
  .extend('followStreams', () => (context: BrowserContext): readonly boolean[] => {
    const asked: boolean[] = [];
    context.on('request', (request) => {
      if (request.url().endsWith(STREAM)) asked.push(looks(request));
    });
    return asked;
  });
