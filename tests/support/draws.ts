/** Counts what React renders on a page, as its developer tools would. */
import type { BrowserContext, Page } from 'playwright-core';

interface Fiber {
  readonly type: unknown;
  readonly flags: number;
  readonly alternate: Fiber | null;
  readonly child: Fiber | null;
  readonly sibling: Fiber | null;
}

declare global {
  interface Window {
    draws: Record<string, number>;
  }
}

/** Runs in the page before React does. */
function watch(): void {
  /** React's flag for a component that ran */
  const PERFORMED_WORK = 1;
  window.draws = {};
  const elementOf = (fiber: Fiber): string | undefined => {
    for (let at = fiber.child; at; at = at.sibling) if (typeof at.type === 'string') return at.type;
    return undefined;
  };
  const look = (fiber: Fiber) => {
    const element = typeof fiber.type === 'string' ? undefined : elementOf(fiber);
    if (element && fiber.alternate && fiber.flags & PERFORMED_WORK) window.draws[element] = (window.draws[element] ?? 0) + 1;
    // React skipped this subtree: its children are the same as before.
    if (fiber.child === fiber.alternate?.child) return;
    for (let at = fiber.child; at; at = at.sibling) look(at);
  };
  Object.assign(window, {
    __REACT_DEVTOOLS_GLOBAL_HOOK__: {
      supportsFiber: true,
      inject: () => 1,
      onCommitFiberUnmount: () => undefined,
      onCommitFiberRoot: (_: number, root: { readonly current: Fiber }) => look(root.current),
    },
  });
}

export const watchDraws = (context: BrowserContext): Promise<unknown> => context.addInitScript(watch);

/** How often mounted components rendered again since the last call, by the first element of each component. */
export const drawnAgain = (page: Page): Promise<Readonly<Record<string, number>>> =>
  page.evaluate(() => {
    const { draws } = window;
    window.draws = {};
    return draws;
  });
