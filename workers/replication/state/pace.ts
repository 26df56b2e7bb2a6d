/**
 * The size of one request: smaller when the connection is slow or breaks, larger again when it is fast. A running request delays what is
 * written while it runs. A connection that breaks every few kilobytes only passes smaller requests.
 */
export interface Pace {
  /** the size of the next request */
  readonly most: number;
  /** A request was answered after this many milliseconds. */
  done(tookMs: number): void;
  /** A request or its answer was lost. */
  lost(): void;
}

const SLOW_MS = 8000;
const QUICK_MS = 4000;

export function createPace(bounds: { readonly least: number; readonly most: number }): Pace {
  let most = bounds.most;
  const to = (next: number) => {
    most = Math.min(bounds.most, Math.max(bounds.least, Math.floor(next)));
  };
  return {
    get most() {
      return most;
    },
    done(tookMs) {
      if (tookMs > SLOW_MS) to(most / 2);
      else if (tookMs < QUICK_MS) to(most * 2);
    },
    lost: () => to(most / 2),
  };
}
