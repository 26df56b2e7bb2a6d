/**
 * Makes sure that there is a browser for the tests. If none is found, it downloads Playwright's. If that fails or lacks its libraries, it
 * installs Debian's package, which needs root. Debian's archive is asked twice, since now and then it does not answer.
 */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { attempt } from './ensure-program.ts';
import { findBrowser, findShell } from './find-browser.ts';

/** Installs Debian's packages with these names. Returns whether it succeeded. */
async function installPackages(...names: readonly string[]): Promise<boolean> {
  const install = async () =>
    (await attempt('apt-get', ['update'])) && (await attempt('apt-get', ['install', '-y', '--no-install-recommends', ...names]));
  return (await install()) || (await install());
}

/** The path of a browser that works, installed if necessary. @throws Error if none can be installed */
export async function ensureBrowser(): Promise<string> {
  const found = await findBrowser();
  if (found) return found;

  console.log('No Chromium found: installing one for the tests.');
  const playwright = join(dirname(createRequire(import.meta.url).resolve('playwright-core/package.json')), 'cli.js');
  // Otherwise a download that cannot reach its host would be tried for minutes.
  await attempt(process.execPath, [playwright, 'install', '--no-shell', 'chromium'], { PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '15000' });
  const downloaded = await findBrowser();
  if (downloaded) return downloaded;

  if (process.getuid?.() === 0 && (await installPackages('chromium', 'fonts-noto-color-emoji'))) {
    const installed = await findBrowser();
    if (installed) return installed;
  }
  throw new Error(
    'The browser tests need a Chromium, and none could be installed. Install one (on Debian: apt-get install chromium) or name one in KITH_CHROMIUM.',
  );
}

/** The path of a headless shell, installed if Debian has it. Empty if there is none: the whole browser then does its work. */
export async function ensureShell(): Promise<string> {
  const found = await findShell();
  if (found || process.env.KITH_HEADLESS_SHELL !== undefined || process.getuid?.() !== 0) return found ?? '';
  await installPackages('chromium-headless-shell');
  return (await findShell()) ?? '';
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) console.log(await ensureBrowser());
