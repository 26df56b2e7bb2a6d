import { beforeEach, expect, test, vi } from 'vitest';

const reload = vi.fn();

/** The module of a page that was just loaded. */
async function loadedPage() {
  vi.resetModules();
  reload.mockClear();
  return import('./new-version.ts');
}

beforeEach(() => {
  vi.stubGlobal('location', { reload });
});

test('a page is loaded anew once, however often it is asked for', async () => {
  const { reloadKeepingTyped } = await loadedPage();
  reloadKeepingTyped();
  reloadKeepingTyped();
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  reloadKeepingTyped();
  await new Promise(setImmediate);
  expect(reload).toHaveBeenCalledTimes(1);
});

test('a reload that the version before left unanswered is asked of the new one', async () => {
  const { reloadKeepingTyped, reloadWithNewVersion } = await loadedPage();
  reloadKeepingTyped();
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  reloadWithNewVersion();
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(2));
});

test('a new version that comes while what was typed is stored is loaded once', async () => {
  const { reloadKeepingTyped, reloadWithNewVersion } = await loadedPage();
  reloadKeepingTyped();
  reloadWithNewVersion();
  reloadWithNewVersion();
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  await new Promise(setImmediate);
  expect(reload).toHaveBeenCalledTimes(1);
});
