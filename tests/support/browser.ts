/**
 * Real browsers with profiles. The network is the machine's own; the fault proxy makes requests fail. A profile is a directory on disk, so
 * a test can close the browser and open it again with everything it stored.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { pause } from '../../schemas/base/pause.ts';
import { ensureBrowser } from '../../scripts/ensure-browser.ts';
import { browserFlags } from '../../scripts/find-browser.ts';
import type { OpenSession } from '../../sync-server/accounts/sessions/sessions.ts';

export const PHONE = { width: 390, height: 844 } as const;
export const DESKTOP = { width: 1280, height: 800 } as const;

/** An address of the app's origin that does not load the app. */
export const PAGE_WITHOUT_APP = '/api/health';

export interface ProfileOptions {
  /** the address of the app; relative addresses are resolved against it */
  readonly url: string;
  readonly viewport?: { readonly width: number; readonly height: number };
  readonly colorScheme?: 'light' | 'dark';
  readonly deviceScaleFactor?: number;
  readonly reducedMotion?: 'reduce' | 'no-preference';
  /** the member who is signed in from the start */
  readonly session?: OpenSession;
}

/** What a browser stores of a session: the cookie, and the marker that says which member it belongs to. */
export function sessionState(
  url: string,
  { refreshToken, user }: OpenSession,
): Exclude<BrowserContextOptions['storageState'], string | undefined> {
  const { hostname, origin } = new URL(url);
  return {
    cookies: [
      {
        name: 'kith-session',
        value: refreshToken,
        domain: hostname,
        path: '/',
        expires: -1,
        httpOnly: true,
        secure: false,
        sameSite: 'Strict',
      },
    ],
    origins: [{ origin, localStorage: [{ name: 'kith-session', value: JSON.stringify({ user }) }] }],
  };
}

export type Profile = Awaited<ReturnType<typeof openProfile>>;

let executable: Promise<string> | undefined;

/** The Chromium that all tests of this process use. */
export function browserPath(): Promise<string> {
  executable ??= ensureBrowser();
  return executable;
}

/**
 * The browser that opens the contexts of tests: the headless shell where it is installed. It has the same engine without windows, menus and
 * browser pages, and starts in half the time. Timed tests measure the whole browser, and so do profiles on disk.
 */
export const shellPath = async (): Promise<string> => process.env.KITH_HEADLESS_SHELL || browserPath();

/** Generous, so that a slow machine does not look like a broken app. */
const WAIT_MS = 60_000;

/** No page takes longer for a move through its history. A frozen one does not answer at all. */
const MOVE_MS = 2000;

/** Waits until no closed overlay has an entry in the history of this page. */
async function entriesGone(page: Page): Promise<void> {
  const isMoving = () =>
    page
      .evaluate(() => {
        const open = document.querySelectorAll('[data-sheet], [role=dialog], [role=menu]').length;
        return ((history.state as { overlay?: number } | null)?.overlay ?? 0) > open;
      })
      .catch(() => false);
  const deadline = Date.now() + MOVE_MS;
  while (Date.now() < deadline && (await Promise.race([isMoving(), pause(MOVE_MS).then(() => false)]))) await pause(10);
}

/**
 * An overlay that closes takes its entry out of the history. That move would end, or undo, a navigation that a test begins in the same
 * moment, as nobody could by hand.
 */
function navigateAfterMoves(page: Page): void {
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)];
  page.goto = async (...args) => {
    await entriesGone(page);
    return goto(...args);
  };
  page.reload = async (...args) => {
    await entriesGone(page);
    return reload(...args);
  };
}

/** Prepares a context for a test, and collects the errors of its pages in `complaints`. */
export function prepareContext(context: BrowserContext, complaints: string[]): void {
  context.setDefaultTimeout(WAIT_MS);
  for (const page of context.pages()) navigateAfterMoves(page);
  context.on('page', navigateAfterMoves);
  context.on('weberror', (error) => complaints.push(error.error().stack ?? String(error.error())));
  context.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${message.text()} (${message.location().url})`);
  });
}

/**
 * The complaints about the content security policy: a page did something that the policy forbids, and our pages never may. The browser logs
 * these to the console, for pages and for their workers.
 */
export const policyViolations = (complaints: readonly string[]): readonly string[] =>
  complaints.filter((complaint) => /content.security.policy|permissions.policy|trusted ?(?:types?|html|script)/i.test(complaint));

/** @throws Error where a page violated its content security policy */
export function expectNoViolations(complaints: readonly string[]): void {
  const found = policyViolations(complaints);
  if (found.length > 0) throw new Error(`A page did what its content security policy forbids:\n${found.join('\n')}`);
}

/** Opens a browser with a new profile, which starts with this session or empty. */
export async function openProfile(options: ProfileOptions) {
  const executablePath = await browserPath();
  const directory = await mkdtemp(join(tmpdir(), 'kith-profile-'));
  /** errors of the pages, for tests that must see none */
  const complaints: string[] = [];
  let context: BrowserContext;

  async function open(): Promise<Page> {
    context = await chromium.launchPersistentContext(directory, {
      executablePath,
      headless: true,
      args: [...browserFlags],
      baseURL: options.url,
      viewport: options.viewport ?? PHONE,
      colorScheme: options.colorScheme ?? 'light',
      deviceScaleFactor: options.deviceScaleFactor ?? 1,
      reducedMotion: options.reducedMotion ?? 'reduce',
      serviceWorkers: 'allow',
    });
    prepareContext(context, complaints);
    return context.pages()[0] ?? context.newPage();
  }

  let page = await open();
  if (options.session) await page.context().setStorageState(sessionState(options.url, options.session));
  return {
    /** The first tab. `reopen` replaces it. */
    get page(): Page {
      return page;
    },
    get context(): BrowserContext {
      return context;
    },
    complaints: complaints as readonly string[],
    /** the directory that holds the profile */
    directory,
    newTab: (): Promise<Page> => context.newPage(),
    /** Closes the browser and opens it again on the same profile, with one empty tab. */
    async reopen(): Promise<Page> {
      await context.close();
      page = await open();
      return page;
    },
    async close(): Promise<void> {
      await context.close();
      await rm(directory, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Waits until the app would open without a network: its service worker controls the page and every file is on the device. */
export async function waitForOfflineApp(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}
