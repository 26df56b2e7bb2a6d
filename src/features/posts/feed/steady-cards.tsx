import { Component, type ReactNode, type RefObject } from 'react';

interface Props {
  readonly feed: RefObject<HTMLElement | null>;
  /** whether cards in view stay where they are; otherwise what is added above pushes them down */
  readonly steady: boolean;
  /** the newest post that waits to be sent: a post that was just written here shows at once */
  readonly written: string | undefined;
  /** called once the page has scrolled by what was added above the cards in view, with the position before */
  readonly onGrown: (before: number) => void;
  readonly children: ReactNode;
}
interface Place {
  /** a card, or what lies above the posts */
  readonly part: Element;
  /** how many cards are before it */
  readonly above: number;
  readonly top: number;
  readonly bottom: number;
}
interface Snapshot {
  /** how far the page was scrolled */
  readonly position: number;
  /** what was in view */
  readonly places: readonly Place[];
}

function placesIn(feed: HTMLElement): readonly Place[] {
  let above = 0;
  return [...feed.querySelectorAll('[data-page] > *')].map((part) => {
    const { top, bottom } = part.getBoundingClientRect();
    const place = { part, above, top, bottom };
    if (part.matches('article')) above += 1;
    return place;
  });
}

/** Makes the page long enough to scroll to this position. */
function makeSpace(feed: HTMLElement, scrollTo: number): void {
  const end = scrollTo + window.innerHeight;
  if (document.documentElement.scrollHeight >= end) return;
  feed.style.minBlockSize = `${end - (feed.getBoundingClientRect().top + window.scrollY)}px`;
}

/**
 * Keeps what is in view where it is while cards are added above it or removed there, also at the top of the page, where browsers do not.
 * Nothing is under the finger that was not there before. A class, because only a class can measure right before the document changes.
 */
export class SteadyCards extends Component<Props> {
  override getSnapshotBeforeUpdate(): Snapshot | null {
    const { feed, steady } = this.props;
    if (!steady || !feed.current) return null;
    const places = placesIn(feed.current).filter(({ top, bottom }) => bottom > 0 && top < window.innerHeight);
    return { position: window.scrollY, places };
  }

  override componentDidUpdate(before: Props, _: unknown, snapshot: Snapshot | null): void {
    const { feed, written, onGrown } = this.props;
    const place = snapshot?.places.find(({ part }) => part.isConnected);
    if (!snapshot || !place || !feed.current || (written !== undefined && written !== before.written)) return;
    const now = placesIn(feed.current).find(({ part }) => part === place.part);
    if (!now || now.above === place.above) return;
    // A browser that keeps the place of a scrolled page has done so by now, as far as the page was long enough.
    const moved = now.top - place.top;
    if (Math.abs(moved) >= 1) {
      makeSpace(feed.current, window.scrollY + moved);
      window.scrollBy({ top: moved, behavior: 'instant' });
    }
    if (window.scrollY > snapshot.position) onGrown(snapshot.position);
  }

  override render(): ReactNode {
    return this.props.children;
  }
}
