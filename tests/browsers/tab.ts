/** What a test needs from a browser of any engine, and how things are found on a page, the same way in all of them. */
import { expect } from 'vitest';

/** A thing on the page: a CSS selector for what it is, and the source of a regular expression for its name. */
export interface Target {
  readonly css: string;
  readonly name?: string;
}

/** What an engine's adapter can do with one tab. */
export interface Driver {
  goto(url: string): Promise<void>;
  reload(): Promise<void>;
  /** Calls a function in the page. The function sees nothing outside of itself; its arguments and result are JSON. */
  run<Args extends readonly unknown[], T>(work: (...args: Args) => T | Promise<T>, ...args: Args): Promise<T>;
  /** Whether a match is visible. */
  has(target: Target): Promise<boolean>;
  /** Presses the match as a finger or a mouse would. False if there is no match, or it moved away. */
  click(target: Target): Promise<boolean>;
  /** Types into the match by keyboard. False if there is no match. */
  type(target: Target, text: string): Promise<boolean>;
  close(): Promise<void>;
}

/** A browser with an empty profile. Everything that it stores is deleted when it closes. */
export interface EngineBrowser {
  readonly version: string;
  newTab(): Promise<Driver>;
  close(): Promise<void>;
}

export interface Engine {
  readonly name: string;
  readonly isInstalled: boolean;
  readonly open: () => Promise<EngineBrowser>;
}

export const button = (name: string): Target => ({ css: 'button, [role=button]', name });
export const link = (name: string): Target => ({ css: 'a[href]', name });
export const field = (name: string): Target => ({ css: 'input, textarea', name });
export const card = (text: string): Target => ({ css: 'article', name: text });
export const heading = (name: string): Target => ({ css: 'h1', name });

/** The first visible match. Runs in the page. */
export function find({ css, name }: Target): Element | null {
  const words = (element: Element): string => {
    const labels = [...((element as HTMLInputElement).labels ?? [])].map((label) => label.textContent);
    return (element.getAttribute('aria-label') ?? (labels.length > 0 ? labels.join(' ') : (element.textContent ?? ''))).trim();
  };
  const shows = (element: Element) => element.getClientRects().length > 0 && getComputedStyle(element).visibility === 'visible';
  const called = name === undefined ? null : new RegExp(name);
  return [...document.querySelectorAll(css)].find((element) => shows(element) && (!called || called.test(words(element)))) ?? null;
}

/** Generous: these engines start slowly, and other work may run at the same time. */
const WAIT_MS = 60_000;

export type Tab = ReturnType<typeof tabOf>;

/** A tab as tests use it: each step waits until the page is ready for it. Paths are relative to `base`. */
export function tabOf(driver: Driver, base: string) {
  /** A page that is being replaced answers nothing, so the check is repeated. */
  const comes = (what: string, holds: () => Promise<boolean>) =>
    expect.poll(() => holds().catch((error: unknown) => String(error)), { timeout: WAIT_MS, interval: 150, message: what }).toBe(true);
  const told = ({ css, name }: Target) => `${name ?? ''} (${css})`;
  return {
    run: driver.run,
    reload: driver.reload,
    close: driver.close,
    goto: (path: string) => driver.goto(new URL(path, base).href),
    has: driver.has,
    sees: (target: Target) => comes(`sees ${told(target)}`, () => driver.has(target)),
    lacks: (target: Target) => comes(`lacks ${told(target)}`, async () => !(await driver.has(target))),
    click: (target: Target) => comes(`clicks ${told(target)}`, () => driver.click(target)),
    type: (target: Target, text: string) => comes(`types into ${told(target)}`, () => driver.type(target, text)),
    /** Waits until this is true in the page. */
    until: (holds: () => boolean | Promise<boolean>) => comes(String(holds), () => driver.run(holds)),
    isAt: (path: string) => comes(`is at ${path}`, () => driver.run((at: string) => location.pathname === at, path)),
  };
}
