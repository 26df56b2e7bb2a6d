import { describe } from 'vitest';
import { streamTiming, test, testChannelAccess } from '../../../tests/support/channel-access.ts';
import { openChannel } from '../../../tests/support/channel-client.ts';
import { circleOf } from '../../../tests/support/fixtures/server.ts';
import { natsProgram, startNats } from '../../../tests/support/nats.ts';
import { type StartedApp, startApp } from '../../../tests/support/start-app.ts';
import { until } from '../../../tests/support/until.ts';

/** Waits until what happens at one process arrives at the other: a process serves before it has found the bus. */
async function waitForBus(from: StartedApp, at: StartedApp): Promise<void> {
  const circle = circleOf(from);
  const somebody = await circle.signUp('Somebody who is heard');
  const channel = await openChannel(at.url, 'posts', somebody.client.token() ?? '');
  await until(async () => {
    await circle.post(somebody);
    return channel.named('insert').length > 0;
  });
  channel.close();
}

/** Two processes that communicate over their own NATS server. */
const overNats = test.extend('processes', { scope: 'file' }, async ({ db, server }, { onCleanup }) => {
  const nats = await startNats();
  const env = { DATABASE_URL: db.url, PUBLIC_URL: server.url, NATS_URL: nats.url };
  const [acting, listening] = await Promise.all([startApp({ on: db, env, streamTiming }), startApp({ on: db, env, streamTiming })]);
  onCleanup(async () => {
    await Promise.all([acting.close(), listening.close()]);
    await nats.stop();
  });
  await waitForBus(acting, listening);
  return { acting, listening };
});

describe.runIf(natsProgram !== null)('over NATS', () => testChannelAccess('at another process, over NATS', overNats));
