/**
 * Makes sure that there is a browser for the tests. Where none is found, Playwright's is downloaded; where that cannot be had
 * or lacks its libraries, Debian's package is installed, which needs root.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findBrowser, findShell } from './find-browser.mjs';

async function attempt(command, args, env = {}) {
  console.log(`> ${command} ${args.join(' ')}`);
  const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...env } });
  try {
    const [code] = await once(child, 'exit');
    return code === 0;
  } catch (error) {
    console.log(`${command} could not be started: ${error.message}`);
    return false;
  }
}

/** The path of a browser that works, installed if need be. */
export async function ensureBrowser() {
  const found = await findBrowser();
  if (found) return found;

  console.log('No Chromium found: installing one for the tests.');
  const playwright = join(dirname(createRequire(import.meta.url).resolve('playwright-core/package.json')), 'cli.js');
  const asRoot = process.getuid?.() === 0;
  // A download that cannot reach its host would otherwise be tried for minutes.
  await attempt(process.execPath, [playwright, 'install', '--no-shell', 'chromium'], { PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '15000' });
  const downloaded = await findBrowser();
  if (downloaded) return downloaded;

  if (asRoot) {
    const packages = ['install', '-y', '--no-install-recommends', 'chromium', 'fonts-noto-color-emoji'];
    const quiet = { DEBIAN_FRONTEND: 'noninteractive' };
    if ((await attempt('apt-get', ['update'], quiet)) && (await attempt('apt-get', packages, quiet))) {
      const installed = await findBrowser();
      if (installed) return installed;
    }
  }
  throw new Error(
    'The browser tests need a Chromium, and none could be installed. Install one (on Debian: apt-get install chromium) or name one in KITH_CHROMIUM.',
  );
}

/** The path of a headless shell, installed if Debian has it; empty where there is none, and the whole browser does its work. */
export async function ensureShell() {
  const found = await findShell();
  if (found || process.env.KITH_HEADLESS_SHELL !== undefined || process.getuid?.() !== 0) return found ?? '';
  const quiet = { DEBIAN_FRONTEND: 'noninteractive' };
  await attempt('apt-get', ['install', '-y', '--no-install-recommends', 'chromium-headless-shell'], quiet);
  return (await findShell()) ?? '';
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) console.log(await ensureBrowser());
