/** Observes a page from its start: when a photo is chosen, when a key is pressed, and when a new picture is on the screen. */
import type { BrowserContext, Page } from 'playwright-core';

declare global {
  interface Window {
    /** by the clock that all pages of this machine share */
    photoTimes: { chosen: number; pressed: number };
    /**
     * Resolves with the time of the first frame with a picture that this selector matches and that was not on the page at the call. An
     * image counts once it is decoded.
     */
    whenPictured(selector: string): Promise<number>;
    /** the promise of the last call */
    pictured: Promise<number>;
    /** Resolves with the time of the first frame with this text. */
    whenWritten(text: string): Promise<number>;
  }
}

/** Runs in the page before anything else. */
function watch(): void {
  const now = () => performance.timeOrigin + performance.now();
  window.photoTimes = { chosen: Number.NaN, pressed: Number.NaN };
  const onEvent = (type: string, name: keyof Window['photoTimes']) =>
    document.addEventListener(
      type,
      () => {
        window.photoTimes[name] = now();
      },
      { capture: true },
    );
  onEvent('change', 'chosen');
  onEvent('keydown', 'pressed');
  /** After the frame that is drawn next. A frame's own callbacks run before it is painted. */
  const painted = () =>
    new Promise<number>((resolve) => {
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(now());
        port2.postMessage(null);
      });
    });
  const found = <T>(look: () => T | undefined) =>
    new Promise<T>((resolve) => {
      const observer = new MutationObserver(() => {
        const seen = look();
        if (seen === undefined) return;
        observer.disconnect();
        resolve(seen);
      });
      observer.observe(document, { childList: true, subtree: true, characterData: true, attributes: true });
    });
  window.whenPictured = async (selector) => {
    const pictures = () => [...document.querySelectorAll<HTMLImageElement | HTMLCanvasElement>(selector)];
    const sourceOf = (picture: Element) => picture.getAttribute('src');
    const known = new Map(pictures().map((picture) => [picture, sourceOf(picture)]));
    const picture = await found(() => pictures().find((one) => !known.has(one) || known.get(one) !== sourceOf(one)));
    // The address may be gone by now: another picture of the same photo has taken its place, and this one was shown.
    if (picture instanceof HTMLImageElement) await picture.decode().catch(() => undefined);
    return painted();
  };
  window.whenWritten = async (text) => {
    await found(() => document.body.textContent.includes(text) || undefined);
    return painted();
  };
}

export const watchPictures = (context: BrowserContext): Promise<unknown> => context.addInitScript(watch);

/** Chooses this file in the form of the page. Resolves to the milliseconds until its picture is on the screen. */
export async function chooseAndSee(page: Page, path: string, selector: string): Promise<number> {
  await page.evaluate((wanted) => {
    window.pictured = window.whenPictured(wanted);
  }, selector);
  await page.locator('input[type=file]').first().setInputFiles(path);
  return page.evaluate(async () => (await window.pictured) - window.photoTimes.chosen);
}
