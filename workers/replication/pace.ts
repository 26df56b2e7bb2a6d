/**
 * How much goes over the line in one request: less where that takes long or breaks off, more again where it is quick. What is
 * under way holds back what is written meanwhile, and a line that breaks every few kilobytes passes only what is smaller.
 */
export interface Pace {
  /** how much to ask for next */
  readonly most: number;
  /** A request was answered after so many milliseconds. */
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
