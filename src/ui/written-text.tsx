import { isEmojiAlone } from './emoji-alone.ts';
import { LinkedText } from './linked-text.tsx';
import styles from './written-text.module.css';

/** What a member wrote: a few emoji alone are shown large, and in other texts the web addresses are links. */
export function WrittenText({ text }: { readonly text: string }) {
  return isEmojiAlone(text) ? <span className={styles.emoji}>{text}</span> : <LinkedText text={text} />;
}
