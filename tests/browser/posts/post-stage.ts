/** What the tests of an open post share. */
import type { Locator } from 'playwright-core';

export const GONE = 'This post has been deleted or is no longer available.';
export const upTo = (count: number, text: (n: number) => string) => Array.from({ length: count }, (_, n) => text(n + 1));

export const onScreen = (target: Locator) =>
  target.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    const field = document.querySelector('form:has(textarea[aria-label="Write a comment"])')?.getBoundingClientRect().top ?? innerHeight;
    return top >= 0 && bottom <= field;
  });
