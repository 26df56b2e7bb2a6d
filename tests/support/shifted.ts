import type { Page } from 'playwright-core';

/** How far what lies within `selector` has shifted since the page was opened, as browsers count it. Only what is still shown counts. */
export const shifted = (page: Page, selector: string): Promise<number> =>
  page.evaluate(
    (within) =>
      new Promise<number>((resolve) => {
        type Shift = PerformanceEntry & { readonly value: number; readonly sources: readonly { readonly node: Node | null }[] };
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const { value, sources } of list.getEntries() as unknown as Shift[]) {
            if (sources.some(({ node }) => node?.parentElement?.closest(within))) sum += value;
          }
        }).observe({ type: 'layout-shift', buffered: true });
        requestAnimationFrame(() => setTimeout(() => resolve(sum)));
      }),
    selector,
  );
