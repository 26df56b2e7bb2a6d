import { useLayoutEffect, useRef, useState } from 'react';
import { postText } from '../../text/posts.ts';
import { LinkedText } from '../../ui/linked-text.tsx';
import { previewOf } from '../../ui/preview.ts';
import styles from './post-text.module.css';

/** Posts whose whole text was opened. They stay open when their card leaves the page and comes back. */
const unfolded = new Set<string>();

/** The text on a card: three lines of at most 200 characters, and the rest on demand. */
export function PostText({ postId, content, dimmed }: { readonly postId: string; readonly content: string; readonly dimmed?: boolean }) {
  const [open, setOpen] = useState(() => unfolded.has(postId));
  const [overflows, setOverflows] = useState(open);
  const box = useRef<HTMLParagraphElement>(null);
  const preview = previewOf(content);

  // Whether three lines are enough depends on the width and on the reader's font size. It is measured before the card is painted, so that
  // nothing below it moves.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text is another height
  useLayoutEffect(() => {
    const element = box.current;
    if (!element || open) return;
    const measure = () => setOverflows(element.scrollHeight > element.clientHeight + 1);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [open, preview]);

  const fold = () => {
    if (open) unfolded.delete(postId);
    else unfolded.add(postId);
    setOpen(!open);
  };

  const long = preview !== content || overflows;
  return (
    <>
      <p ref={box} className={styles.text} data-clamped={!open || undefined} data-dimmed={dimmed || undefined} dir="auto">
        <LinkedText text={open ? content : preview} />
      </p>
      {long && (
        <button type="button" className={styles.more} aria-expanded={open} onClick={fold}>
          {open ? postText.less : postText.more}
        </button>
      )}
    </>
  );
}
