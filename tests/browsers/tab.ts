/** What a story needs of a browser, whichever engine it is; and how things are found on a page, the same way in all of them. */
import { expect } from 'vitest';

/** A thing on the page: what it is, as CSS, and what somebody would call it, as the source of a regular expression. */
export interface Target {
  readonly css: string;
  readonly name?: string;
}

/** What an adapter does with one tab. */
export interface Driver {
  goto(url: string): Promise<void>;
  reload(): Promise<void>;
  /** Calls a function in the page. It sees nothing from outside of it; arguments and answer are JSON. */
  run<Args extends readonly unknown[], T>(work: (...args: Args) => T | Promise<T>, ...args: Args): Promise<T>;
  /** Whether such a thing shows. */
  has(target: Target): Promise<boolean>;
  /** Presses what is found as a finger or a mouse would. False where there is nothing such, or it moved away. */
  click(target: Target): Promise<boolean>;
  /** Types by keys into what is found. */
  type(target: Target, text: string): Promise<boolean>;
  close(): Promise<void>;
}

/** A browser with an empty profile. All that it holds is gone when it closes. */
export interface EngineBrowser {
  readonly version: string;
  newTab(): Promise<Driver>;
  close(): Promise<void>;
}

export interface Engine {
  readonly name: string;
  readonly open: () => Promise<EngineBrowser>;
}

export const button = (name: string): Target => ({ css: 'button, [role=button]', name });
export const link = (name: string): Target => ({ css: 'a[href]', name });
export const field = (name: string): Target => ({ css: 'input, textarea', name });
export const card = (text: string): Target => ({ css: 'article', name: text });
export const heading = (name: string): Target => ({ css: 'h1', name });

/** The first such thing that shows. Runs in the page. */
export function find({ css, name }: Target): Element | null {
  const words = (element: Element): string => {
    const labels = [...((element as HTMLInputElement).labels ?? [])].map((label) => label.textContent);
    return (element.getAttribute('aria-label') ?? (labels.length > 0 ? labels.join(' ') : (element.textContent ?? ''))).trim();
  };
  const shows = (element: Element) => element.getClientRects().length > 0 && getComputedStyle(element).visibility === 'visible';
  const called = name === undefined ? null : new RegExp(name);
  return [...document.querySelectorAll(css)].find((element) => shows(element) && (!called || called.test(words(element)))) ?? null;
}

/** Generous: these engines start slowly, and other work may run beside them. */
const WAIT_MS = 45_000;

export type Tab = ReturnType<typeof tabOf>;

/** A tab as stories use it: whatever it does waits until the page is so far. `base` is where addresses start. */
export function tabOf(driver: Driver, base: string) {
  /** A page that is just being replaced answers nothing: it is asked again. */
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
