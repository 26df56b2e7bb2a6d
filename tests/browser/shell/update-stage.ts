/** A server that is upgraded while its members have the app open. */
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { buildServiceWorker } from '../../../scripts/service-worker-build.ts';
import { builtServerTest } from '../../support/fixtures/browser.ts';
import type { TestServer } from '../../support/server.ts';

export const test = builtServerTest.extend('ana', { scope: 'file' }, ({ circle }) => circle.signUp('Ana Ribeiro'));

export const versionOf = (page: Page) =>
  page.evaluate(() => {
    if (!document.getElementById('root')) return `no version of the app, but ${location.href}`;
    return document.querySelector('meta[name=test-version]')?.getAttribute('content') ?? 'first';
  });

export const reachesVersion = (page: Page, version: string) => expect.poll(() => versionOf(page).catch(() => 'on its way')).toBe(version);

/** The files in /assets of this build, without those that are only kept for pages of earlier builds. */
export async function currentAssets(app: TestServer): Promise<string[]> {
  const { retired = {} } = JSON.parse(await readFile(join(app.clientDir, '../build.json'), 'utf8'));
  const names = await readdir(join(app.clientDir, 'assets'));
  return names.filter((name) => !/\.(?:br|gz)$/.test(name) && !(name in retired));
}

/** What an upgrade of the server does: other files, a service worker that lists them, a new process. */
export async function deploy(app: TestServer, version: string): Promise<void> {
  const index = join(app.clientDir, 'index.html');
  const html = (await readFile(index, 'utf8')).replace(/<meta name="test-version"[^>]*>|<\/head>/, (found) =>
    found === '</head>' ? `<meta name="test-version" content="${version}"></head>` : `<meta name="test-version" content="${version}">`,
  );
  await writeFile(index, html);
  await buildServiceWorker({ root: process.cwd(), clientDir: app.clientDir, assets: await currentAssets(app) });
  // The compressed copies still belong to the previous version.
  await Promise.all(['sw.js.br', 'sw.js.gz'].map((copy) => rm(join(app.clientDir, copy), { force: true })));
  await app.restart();
}

export const lookForUpdate = (page: Page) =>
  page.evaluate(async () => {
    await (await navigator.serviceWorker.getRegistration())?.update();
  });

export const offer = (page: Page) => page.getByText('New version');
export const take = (page: Page) => page.getByRole('button', { name: 'Reload' }).click();
