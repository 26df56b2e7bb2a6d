import { ArrowUp } from 'lucide-react';
import { postText } from '../../../text/posts.ts';
import styles from './new-posts-pill.module.css';

const MANY = 99;
const words = (count: number): string => (count === 1 ? postText.oneNew : postText.manyNew(count > MANY ? `${MANY}+` : String(count)));

/**
 * Shows the count of posts that arrived while the member was reading, so that the page does not jump. Screen readers read it out in a
 * pause. It comes before the posts in the document.
 */
export function NewPostsPill({ count, onPress }: { readonly count: number; readonly onPress: () => void }) {
  return (
    <div className={styles.place}>
      <span className="visually-hidden" role="status">
        {count > 0 && words(count)}
      </span>
      {count > 0 && (
        <button type="button" className={`small-icons ${styles.pill}`} onClick={onPress}>
          <ArrowUp />
          {words(count)}
        </button>
      )}
    </div>
  );
}
