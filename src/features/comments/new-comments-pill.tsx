import { ArrowDown } from 'lucide-react';
import { commentText } from '../../text/comments.ts';
import styles from './new-comments-pill.module.css';

/** Says that others wrote comments further down, and scrolls there when pressed. The page itself does not move. */
export function NewCommentsPill({ count, onPress }: { readonly count: number; readonly onPress: () => void }) {
  return (
    <div className={styles.place} role="status">
      {count > 0 && (
        <button type="button" className={`small-icons ${styles.pill}`} onClick={onPress}>
          <ArrowDown />
          {count === 1 ? commentText.oneNew : commentText.manyNew(count)}
        </button>
      )}
    </div>
  );
}
