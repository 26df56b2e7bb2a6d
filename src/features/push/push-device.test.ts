/** Switching notices on: what happens in the click, and what after it. The browser and the server are played. */
import { beforeEach, expect, test, vi } from 'vitest';
import { until } from '../../../tests/support/until.ts';
import { pushDevice, type Ready, turnOn } from './push-device.ts';
import { readPushRecord } from './push-record.ts';

const stored = new Map<string, string>();
beforeEach(() => {
  stored.clear();
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
});

const subscription = { endpoint: 'https://push.example/1', toJSON: () => ({ endpoint: 'https://push.example/1' }) };

/** A browser that answers a subscription with this. */
function browser(answer: () => Promise<PushSubscription>) {
  const asked: PushSubscriptionOptionsInit[] = [];
  const subscribe = (options?: PushSubscriptionOptionsInit) => {
    asked.push(options ?? {});
    return answer();
  };
  const ready: Ready = { registration: { pushManager: { subscribe } as unknown as PushManager }, key: new Uint8Array([4, 1, 2]) };
  return { asked, ready };
}

test('[R-70] the browser is asked in the very call, before any other task or promise runs', async () => {
  const { asked, ready } = browser(async () => subscription as unknown as PushSubscription);
  const order: string[] = [];
  void Promise.resolve().then(() => order.push('a promise'));
  const done = turnOn(ready);
  order.push(`asked ${asked.length} times`);
  await done;
  expect(order).toEqual(['asked 1 times', 'a promise']);
  expect(asked).toEqual([{ userVisibleOnly: true, applicationServerKey: ready.key }]);
  // No session is here, so the server has not got it: the next start repeats that.
  expect(readPushRecord()).toEqual({ isOn: true, saved: null, owesRemoval: false });
});

test('a refused question leaves notices off and says so; a service that fails says something else', async () => {
  const refusing = browser(() => Promise.reject(new DOMException('no', 'NotAllowedError')));
  await turnOn(refusing.ready);
  expect(pushDevice()).toMatchObject({ problem: 'not-allowed', isBusy: false });
  const failing = browser(() => Promise.reject(new DOMException('no service', 'AbortError')));
  await turnOn(failing.ready);
  expect(pushDevice()).toMatchObject({ problem: 'no-service', isBusy: false });
  expect(readPushRecord().isOn).toBe(false);
});

test('while the browser asks, the button is busy', async () => {
  let answer: (held: PushSubscription) => void = () => undefined;
  const { ready } = browser(() => new Promise((resolve) => (answer = resolve)));
  const done = turnOn(ready);
  expect(pushDevice()).toMatchObject({ isBusy: true, problem: null });
  answer(subscription as unknown as PushSubscription);
  await done;
  await until(() => !pushDevice().isBusy);
});
