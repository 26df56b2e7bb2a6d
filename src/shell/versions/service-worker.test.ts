import { beforeEach, expect, test, vi } from 'vitest';
import { createLocalStorage } from '../../../tests/support/local-storage.ts';

interface Worker extends EventTarget {
  state: string;
  postMessage(message: unknown, ports?: readonly Channel['port2'][]): void;
}

/** What the browser says about its workers; tests change it as the browser would. */
const newBrowser = () => {
  const registration = Object.assign(new EventTarget(), {
    installing: null as Worker | null,
    waiting: null as Worker | null,
    active: null as Worker | null,
  });
  const controller = null as Worker | null;
  return {
    registration,
    serviceWorker: Object.assign(new EventTarget(), { controller, register: async () => registration, ready: new Promise(() => {}) }),
  };
};
let { registration, serviceWorker } = newBrowser();

beforeEach(() => {
  ({ registration, serviceWorker } = newBrowser());
  vi.resetModules();
  vi.stubEnv('PROD', true);
  vi.stubGlobal('navigator', { serviceWorker });
  vi.stubGlobal('localStorage', { getItem: () => null });
  vi.stubGlobal('location', { href: 'https://kith.test/posts', origin: 'https://kith.test', reload });
  vi.stubGlobal('sessionStorage', createLocalStorage());
  reload.mockClear();
  vi.stubGlobal('addEventListener', vi.fn());
  vi.stubGlobal('document', new EventTarget());
  vi.stubGlobal('setInterval', vi.fn());
  vi.stubGlobal('MessageChannel', Channel);
});

const reload = vi.fn();

/** A channel that delivers at once. */
class Channel {
  readonly port1: { onmessage?: (event: { data: unknown }) => void } = {};
  readonly port2 = { postMessage: (data: unknown) => this.port1.onmessage?.({ data }) };
}

/** A worker that calls `beforeAnswer` when the page asks for its version. */
const installed = (beforeAnswer = () => {}): Worker =>
  Object.assign(new EventTarget(), {
    state: 'installed',
    postMessage(_message: unknown, [port]: readonly Channel['port2'][] = []) {
      if (port) beforeAnswer();
      port?.postMessage('its version');
    },
  });

/** Opens a page in which this worker is installed. Returns how often the page offers a new version. */
async function offersOf(worker: Worker): Promise<number> {
  const { notify } = await import('../../ui/overlays/toast.ts');
  const { registerServiceWorker } = await import('./service-worker.ts');
  const news = vi.spyOn(notify, 'news');
  await registerServiceWorker();
  registration.installing = worker;
  registration.dispatchEvent(new Event('updatefound'));
  Object.assign(registration, { installing: null, waiting: worker });
  worker.dispatchEvent(new Event('statechange'));
  await new Promise(setImmediate);
  return news.mock.calls.length;
}

test('a version that waits for the active one is offered', async () => {
  registration.active = serviceWorker.controller = installed();
  expect(await offersOf(installed())).toBe(1);
});

test('the first version is not offered, even if it controls the page before it is active', async () => {
  const first = installed();
  serviceWorker.controller = first;
  expect(await offersOf(first)).toBe(0);
});

test('a version that becomes active before it says its name is not offered', async () => {
  registration.active = serviceWorker.controller = installed();
  const next = installed(() => Object.assign(registration, { waiting: null, active: next }));
  expect(await offersOf(next)).toBe(0);
});

/** Takes the waiting version, which does not come in time. Ends as the page is reloaded. */
async function reloadEarly(): Promise<void> {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  try {
    const { takeWaiting } = await import('./new-version.ts');
    takeWaiting(registration as unknown as ServiceWorkerRegistration);
    await vi.advanceTimersByTimeAsync(10_000);
  } finally {
    vi.useRealTimers();
  }
  expect(reload).toHaveBeenCalledTimes(1);
  reload.mockClear();
  vi.resetModules();
}

test('a version that came while the one before still served the reloaded page is loaded, once', async () => {
  registration.active = serviceWorker.controller = installed();
  registration.waiting = installed();
  await reloadEarly();
  Object.assign(registration, { active: registration.waiting, waiting: null });
  await (await import('./service-worker.ts')).registerServiceWorker();
  await expect.poll(() => reload).toHaveBeenCalledTimes(1);
  reload.mockClear();
  vi.resetModules();
  await (await import('./service-worker.ts')).registerServiceWorker();
  await new Promise(setImmediate);
  expect(reload).not.toHaveBeenCalled();
});

test('a version that still waits after the page was reloaded early is offered again', async () => {
  registration.active = serviceWorker.controller = installed();
  registration.waiting = installed();
  await reloadEarly();
  expect(await offersOf(installed())).toBeGreaterThan(0);
  expect(reload).not.toHaveBeenCalled();
});
