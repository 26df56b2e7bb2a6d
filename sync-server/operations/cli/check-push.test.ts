import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../../scripts/free-port.ts';
import { startPushService } from '../../../tests/support/push-service.ts';
import { checkPush } from './check-push.ts';

test('on one machine no device is called, and nothing is asked', async () => {
  expect(await checkPush({ publicUrl: 'http://localhost:3000', pushHosts: [] })).toMatchObject([
    { name: 'push', good: true, text: expect.stringContaining('on this machine only') },
  ]);
});

test('a named service that does not answer, or whose certificate nobody trusts, is to do', async () => {
  const untrusted = await startPushService();
  onTestFinished(() => untrusted.close());
  const closed = `127.0.0.1:${await freePort()}`;
  const found = await checkPush({ publicUrl: 'http://localhost:3000', pushHosts: [closed, untrusted.host] });
  expect(found.map(({ good }) => good)).toEqual([false, false]);
  expect(found[0]?.text).toBe(`${closed} cannot be reached (ECONNREFUSED). Check PUSH_HOSTS and its certificate.`);
  expect(found[1]?.text).toContain(`${untrusted.host} cannot be reached (DEPTH_ZERO_SELF_SIGNED_CERT)`);
  expect(untrusted.requests()).toBe(0);
});

test('an address that browsers subscribe at in no case asks nobody', async () => {
  expect(await checkPush({ publicUrl: 'http://kith.example', pushHosts: [] })).toEqual([]);
});
