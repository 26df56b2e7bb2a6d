/**
 * Finds a Chromium that starts on this machine: the one named by `KITH_CHROMIUM`, Playwright's own, or the system's. Also finds a headless
 * shell. A browser counts only once it has opened a page here, since one without its libraries exists and yet is useless.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { chromium } from 'playwright-core';

const run = promisify(execFile);
const systemNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome', 'microsoft-edge'];
const shellNames = ['chromium-headless-shell', 'chrome-headless-shell', 'headless_shell'];
const macPaths = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', '/Applications/Chromium.app/Contents/MacOS/Chromium'];

/**
 * Left out: the browser's own pages that nobody sees here. Each window would run those of its address bar, in two processes that take half
 * a second of work. Of two such lists only the later counts, so those of Playwright's that matter to these pages are repeated here.
 */
const withoutFeatures = [
  ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup', 'AimEnabled', 'PreloadTopChromeWebUI'],
  ...['AvoidCorsURLLoaderRestartOnRedirect', 'AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose'],
  ...['HttpsFirstBalancedModeAutoEnable', 'HttpsUpgrades', 'LensOverlay', 'MediaRouter', 'NetworkTimeServiceQuerying'],
  ...['OptimizationHints', 'PaintHolding', 'PreconnectToSearch', 'ThirdPartyStoragePartitioning'],
];

/** What a browser is started with: quiet, and as root without the sandbox, which root cannot have. */
export const browserFlags = [
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-gpu',
  `--disable-features=${withoutFeatures.join(',')}`,
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];

const onPath = (names: readonly string[]) =>
  (process.env.PATH ?? '').split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)));

const candidates = () => [chromium.executablePath(), ...onPath(systemNames), ...macPaths].filter((path) => path && existsSync(path));

/** Whether the browser opens a page. */
export async function opens(path: string): Promise<boolean> {
  try {
    const { stdout } = await run(path, ['--headless', ...browserFlags, '--dump-dom', 'data:text/html,<p>opened</p>'], { timeout: 60_000 });
    return stdout.includes('opened');
  } catch {
    return false;
  }
}

/** The path of a browser that works, or null. @throws Error if `KITH_CHROMIUM` names one that does not work: then nothing else is tried */
export async function findBrowser(): Promise<string | null> {
  const named = process.env.KITH_CHROMIUM;
  if (named) {
    if (await opens(named)) return named;
    throw new Error(`KITH_CHROMIUM names ${named}, which does not open a page here.`);
  }
  for (const path of new Set(candidates())) {
    if (await opens(path)) return path;
  }
  return null;
}

/**
 * The path of a headless shell that works, or null. It is the same engine without the windows and pages of a browser, and opens a page in
 * four fifths of the time. `KITH_HEADLESS_SHELL` names one; if that is empty, the search is left out.
 */
export async function findShell(): Promise<string | null> {
  const named = process.env.KITH_HEADLESS_SHELL;
  if (named === '') return null;
  for (const path of named ? [named] : onPath(shellNames).filter((one) => existsSync(one))) {
    if (await opens(path)) return path;
  }
  return null;
}
