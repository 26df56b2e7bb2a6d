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
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  reloadKeepingTyped();
  await new Promise(setImmediate);
  expect(reload).toHaveBeenCalledTimes(1);
});

test('a reload that the previous version left unanswered is requested from the new one', async () => {
  const { reloadKeepingTyped, reloadWithNewVersion } = await loadedPage();
  reloadKeepingTyped();
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  reloadWithNewVersion();
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(2));
});

test('a new version that arrives while typed text is being stored is loaded once', async () => {
  const { reloadKeepingTyped, reloadWithNewVersion } = await loadedPage();
  reloadKeepingTyped();
  reloadWithNewVersion();
  reloadWithNewVersion();
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  await new Promise(setImmediate);
  expect(reload).toHaveBeenCalledTimes(1);
});
