/**
 * WebKit, through the WebDriver of WebKitGTK and its MiniBrowser. A few HTTP calls do: well-kept clients need a newer Node than Kith does.
 * Driver and browser need a display, and `xvfb-run` makes an invisible one.
 */
import { spawn } from 'node:child_process';
import { vi } from 'vitest';
import { freePort } from '../../scripts/free-port.ts';
import { findWebkit } from '../../scripts/test-programs.ts';
import { hasEnded } from '../../sync-server/db/embedded/postgres-process.ts';
import { endProcess } from '../support/end-process.ts';
import { type Driver, type Engine, type EngineBrowser, find, type Target } from './tab.ts';

/** The driver may never answer. The test that asked it then says so, instead of being ended by its own time. */
const ANSWER_MS = 60_000;

/** The key by which WebDriver marks a value as an element. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
type Element = { readonly [ELEMENT]: string };
type Call = <T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown) => Promise<T>;

/**
 * The body of a script for `execute/async`, which calls this function and returns its outcome. The function is part of the text: pages
 * forbid `eval`.
 */
const calling = (work: unknown) => `
  const [args, done] = arguments;
  Promise.resolve().then(() => (${work})(...args)).then((value) => done({ value }), (error) => done({ error: String(error) }));`;

async function call<T>(url: string, method: string, body?: unknown): Promise<T> {
  const signal = AbortSignal.timeout(ANSWER_MS);
  const response = await fetch(url, { method, signal, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
  const { value } = (await response.json()) as { value: T & { error?: string; message?: string } };
  if (!response.ok) throw new Error(`${method} ${new URL(url).pathname}: ${value?.error} ${value?.message ?? ''}`);
  return value;
}

function driverOf(session: Call, handle: string, inTurn: <T>(work: () => Promise<T>) => Promise<T>): Driver {
  /** Commands go to the window that was selected last, so selecting and commanding are one step. */
  const here = <T>(work: () => Promise<T>): Promise<T> =>
    inTurn(async () => {
      await session('POST', '/window', { handle });
      return work();
    });
  const onFound = (target: Target, work: (path: string) => Promise<unknown> = async () => {}): Promise<boolean> =>
    here(async () => {
      const script = `return (${find})(arguments[0])`;
      const element = await session<Element | null>('POST', '/execute/sync', { script, args: [target] });
      if (element) await work(`/element/${element[ELEMENT]}`);
      return element !== null;
    });
  return {
    goto: (url) => here(() => session('POST', '/url', { url })),
    reload: () => here(() => session('POST', '/refresh', {})),
    run: async (work, ...args) => {
      const ended = await here(() =>
        session<{ value: never; error?: string }>('POST', '/execute/async', { script: calling(work), args: [args] }),
      );
      if (ended.error !== undefined) throw new Error(ended.error);
      return ended.value;
    },
    has: (target) => onFound(target),
    click: (target) => onFound(target, (element) => session('POST', `${element}/click`, {})),
    type: (target, text) => onFound(target, (element) => session('POST', `${element}/value`, { text })),
    close: () => here(() => session('DELETE', '/window')),
  };
}

const programs = findWebkit();

async function open(): Promise<EngineBrowser> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  if (programs === null) throw new Error('there is no WebKit');
  const driver = spawn(programs.xvfbRun, ['-a', programs.driver, `--port=${port}`], { stdio: 'ignore', detached: true });
  await vi.waitFor(() => call(`${url}/status`, 'GET'), { timeout: 60_000, interval: 100 });
  const alwaysMatch = {
    // Tests wait for what shows instead: a page with an open stream may take long to load.
    pageLoadStrategy: 'eager',
  };
  const made = await call<{ sessionId: string; capabilities: { browserVersion: string } }>(`${url}/session`, 'POST', {
    capabilities: { alwaysMatch },
  });
  const session: Call = (method, path, body) => call(`${url}/session/${made.sessionId}${path}`, method, body);
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  };
  return {
    version: made.capabilities.browserVersion,
    newTab: async () => {
      const { handle } = await inTurn(() => session<{ handle: string }>('POST', '/window/new', { type: 'window' }));
      return driverOf(session, handle, inTurn);
    },
    close: async () => {
      await inTurn(() => session('DELETE', '')).catch(() => undefined);
      // Kills the whole process group: the display is a separate child process.
      if (!hasEnded(driver) && driver.pid) process.kill(-driver.pid);
      await endProcess(driver);
    },
  };
}

export const webkit: Engine = { name: 'WebKit', isInstalled: programs !== null, open };
