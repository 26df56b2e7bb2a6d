import { listen } from '../../../schemas/base/listen.ts';
import { createTopic } from '../../../schemas/base/topic.ts';

/**
 * What a device may do a little later, above all keeping all files of the app: 180 requests in a row take from a first sync, and from somebody
 * who is typing, what both need more. But the app must be on the device before the network may be gone. So nothing waits longer than
 * this, or once the page is hidden: a page that is put away may be opened next without a network.
 */
const LIMIT_MS = 20_000;

/** Waits for the first full sync of a device. */
export interface Filling {
  /** Call it once the device has had everything. Further calls do nothing. */
  done(): void;
  /** Runs `work` after that, after 20 s, or once the page is hidden, whichever is first. Call the returned function to leave it. */
  after(work: () => void): () => void;
}

export function createFilling(): Filling {
  let isDone = false;
  const filled = createTopic();
  return {
    done() {
      isDone = true;
      filled.announce();
    },
    after(work) {
      const begin = () => {
        leave();
        work();
      };
      const stops = [filled.subscribe(begin), listen([document, 'visibilitychange', () => document.hidden && begin()])];
      const limit = setTimeout(begin, isDone || document.hidden ? 0 : LIMIT_MS);
      const leave = () => {
        clearTimeout(limit);
        for (const stop of stops) stop();
      };
      return leave;
    },
  };
}

/** Runs `work` once nobody has typed for 20 s, or once the page is hidden. Call the returned function to leave it. */
export function afterTyping(work: () => void): () => void {
  const begin = () => {
    leave();
    work();
  };
  let limit = setTimeout(begin, document.hidden ? 0 : LIMIT_MS);
  const onInput = () => {
    clearTimeout(limit);
    limit = setTimeout(begin, LIMIT_MS);
  };
  const stop = listen([document, 'input', onInput], [document, 'visibilitychange', () => document.hidden && begin()]);
  const leave = () => {
    clearTimeout(limit);
    stop();
  };
  return leave;
}
