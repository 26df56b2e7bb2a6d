import { useEffect, useRef, useState } from 'react';
import { LinkedText } from './linked-text.tsx';
import { previewOf } from './post-preview.ts';
import styles from './post-text.module.css';

/** The text on a card: three lines of at most 200 characters, and the rest on demand. */
export function PostText({ content, dimmed }: { readonly content: string; readonly dimmed?: boolean }) {
  const [open, setOpen] = useState(false);
  const [overflows, setOverflows] = useState(false);
  const box = useRef<HTMLParagraphElement>(null);
  const preview = previewOf(content);

  // Whether three lines are enough depends on the width and on the reader's font size.
  useEffect(() => {
    const element = box.current;
    if (!element || open) return;
    const observer = new ResizeObserver(() => setOverflows(element.scrollHeight > element.clientHeight + 1));
    observer.observe(element);
    return () => observer.disconnect();
  }, [open]);

  const long = preview !== content || overflows;
  return (
    <>
      <p ref={box} className={styles.text} data-clamped={!open || undefined} data-dimmed={dimmed || undefined} dir="auto">
        <LinkedText text={open ? content : preview} />
      </p>
      {long && (
        <button type="button" className={styles.more} aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Show less' : 'Read more'}
        </button>
      )}
    </>
  );
}
