import { useLayoutEffect, useRef, useState } from 'react';
import { postText } from '../../text/posts.ts';
import { onOverflowChange } from '../../ui/behaviour/on-overflow-change.ts';
import { previewOf } from '../../ui/preview.ts';
import { WrittenText } from '../../ui/written-text.tsx';
import styles from './post-text.module.css';

/** Posts whose whole text was opened. They stay open when their card leaves the page and comes back. */
const unfolded = new Set<string>();
/** Posts whose text did not fit when it was last measured. Their cards come back as they left. */
const overflowing = new Set<string>();

/** The text on a card: three lines of at most 200 characters, and the rest on demand. */
export function PostText({ postId, content, dimmed }: { readonly postId: string; readonly content: string; readonly dimmed?: boolean }) {
  const [open, setOpen] = useState(() => unfolded.has(postId));
  const [overflows, setOverflows] = useState(() => open || overflowing.has(postId));
  const box = useRef<HTMLParagraphElement>(null);
  const preview = previewOf(content);

  // Whether three lines are enough depends on the width and on the reader's font size. What is hidden depends on the text too.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text is another height
  useLayoutEffect(() => {
    if (!box.current || open) return;
    return onOverflowChange(box.current, (now) => {
      if (now) overflowing.add(postId);
      else overflowing.delete(postId);
      setOverflows(now);
    });
  }, [open, preview, postId]);

  const fold = () => {
    if (open) unfolded.delete(postId);
    else unfolded.add(postId);
    setOpen(!open);
  };

  const long = preview !== content || overflows;
  return (
    <>
      <p ref={box} className={styles.text} data-clamped={!open || undefined} data-dimmed={dimmed || undefined} dir="auto">
        <WrittenText text={open ? content : preview} />
      </p>
      {long && (
        <button type="button" className={styles.more} aria-expanded={open} onClick={fold}>
          {open ? postText.less : postText.more}
        </button>
      )}
    </>
  );
}
