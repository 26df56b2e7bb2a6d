import { beforeEach, expect, test, vi } from 'vitest';

const reload = vi.fn();

/** The module of a newly loaded page. */
async function loadedPage() {
  vi.resetModules();
  reload.mockClear();
  return import('./new-version.ts');
}

beforeEach(() => {
  vi.stubGlobal('location', { reload });
});

test('a page reloads once, however often that is requested', async () => {
  const { reloadKeepingTyped } = await loadedPage();
  reloadKeepingTyped();
  reloadKeepingTyped();
  await expect.poll(() => reload).toHaveBeenCalledTimes(1);
  reloadKeepingTyped();
  await new Promise(setImmediate);
  expect(reload).toHaveBeenCalledTimes(1);
});

test('a reload that the previous version left unanswered is requested from the new one', async () => {
  const { reloadKeepingTyped, reloadWithNewVersion } = await loadedPage();
  reloadKeepingTyped();
  await expect.poll(() => reload).toHaveBeenCalledTimes(1);
  reloadWithNewVersion();
  await expect.poll(() => reload).toHaveBeenCalledTimes(2);
});

test('a reload that the browser never carries out is asked for again, at growing intervals', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  try {
    const { reloadKeepingTyped, reloadWithNewVersion } = await loadedPage();
    reloadKeepingTyped();
    await vi.advanceTimersByTimeAsync(19_000);
    expect(reload).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(reload).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(38_000);
    expect(reload).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(reload).toHaveBeenCalledTimes(3);
    // The reload for a new version takes the place of that one.
    reloadWithNewVersion();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(reload).toHaveBeenCalledTimes(4);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(reload).toHaveBeenCalledTimes(5);
  } finally {
    vi.useRealTimers();
  }
});

test('what is typed while the browser does not reload is kept before it is asked again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const order: string[] = [];
  reload.mockImplementation(() => void order.push('reload'));
  vi.doMock('../../data/drafts/keep-typed.ts', () => ({ keepTyped: async () => void order.push('keep') }));
  try {
    const { reloadKeepingTyped } = await loadedPage();
    reloadKeepingTyped();
    await vi.advanceTimersByTimeAsync(21_000);
    expect(order).toEqual(['keep', 'reload', 'keep', 'reload']);
  } finally {
    vi.doUnmock('../../data/drafts/keep-typed.ts');
    reload.mockReset();
    vi.useRealTimers();
  }
});

test('a new version that arrives while typed text is being stored is loaded once', async () => {
  const { reloadKeepingTyped, reloadWithNewVersion } = await loadedPage();
  reloadKeepingTyped();
  reloadWithNewVersion();
  reloadWithNewVersion();
  await expect.poll(() => reload).toHaveBeenCalledTimes(1);
  await new Promise(setImmediate);
  expect(reload).toHaveBeenCalledTimes(1);
});

/** A page whose browser has this service worker, and whose server answers, or does not. */
async function pageWithWorker(registration: object, serverAnswers: boolean) {
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => registration, addEventListener: vi.fn() } });
  vi.stubGlobal('fetch', async () => new Response(null, { status: serverAnswers ? 200 : 502 }));
  return loadedPage();
}

test.for([
  ['failed while the server restarted', () => Promise.reject(new TypeError('Failed to update a ServiceWorker'))],
  ['read the version before', () => Promise.resolve()],
] as const)('a check of the browser’s own that %s is made once more', async ([, underWay]) => {
  const postMessage = vi.fn();
  const update = vi.fn().mockImplementationOnce(underWay);
  const registration: { waiting?: object; update: () => Promise<unknown> } = { update };
  update.mockImplementation(async () => {
    registration.waiting = { postMessage };
  });
  const { updateApp } = await pageWithWorker(registration, true);
  expect(await updateApp()).toBe('comes');
  expect(postMessage).toHaveBeenCalledWith({ type: 'SKIP_WAITING' });
});

test.for([
  [true, 'incomplete', 2],
  [false, 'unreachable', 1],
] as const)('a version that cannot be fetched, from a server that answers or not (%s), is %s', async ([answers, result, attempts]) => {
  const update = vi.fn().mockRejectedValue(new TypeError('Failed to update a ServiceWorker'));
  const { updateApp } = await pageWithWorker({ update }, answers);
  expect(await updateApp()).toBe(result);
  expect(update).toHaveBeenCalledTimes(attempts);
  expect(reload).not.toHaveBeenCalled();
});
