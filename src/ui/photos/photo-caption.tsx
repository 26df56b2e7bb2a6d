import { useLayoutEffect, useRef, useState } from 'react';
import { stopNavigationEventsPropagation } from 'yet-another-react-lightbox';
import { photoViewText } from '../../text/photo-view.ts';
import { onOverflowChange } from '../behaviour/on-overflow-change.ts';
import styles from './photo-view.module.css';

/**
 * The description of a photo; `id` is that of its words. A long one scrolls by itself: there, fingers, wheel and keys do not move the photo.
 */
export function PhotoCaption({ id, text }: { readonly id: string; readonly text: string }) {
  const element = useRef<HTMLElement>(null);
  const [scrolls, setScrolls] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text may have the same size
  useLayoutEffect(() => (element.current ? onOverflowChange(element.current, setScrolls) : undefined), [text]);
  return (
    <section
      ref={element}
      aria-label={photoViewText.description}
      className={styles.caption}
      dir="auto"
      {...(scrolls ? { ...stopNavigationEventsPropagation(), tabIndex: 0 } : {})}
    >
      <p id={id}>{text}</p>
    </section>
  );
}
