import type { Comment } from '../../../schemas/comments/comment.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { previewOf } from '../../ui/preview.ts';
import { firstName } from '../people/first-name.ts';
import type { PersonOf } from '../people/use-people.ts';
import styles from './newest-comment.module.css';

/** More characters than fit on one line of any screen. */
const LINE_LENGTH = 160;

/** The newest comment of a post, in one line. A press on it counts as a press on the card. */
export function NewestComment({ comment, personOf }: { readonly comment: Comment; readonly personOf: PersonOf }) {
  const { name, imageUrl } = personOf(comment.author_id, { name: comment.author_name, imageUrl: comment.author_profile_image_url });
  return (
    <p className={styles.line}>
      <Avatar userId={comment.author_id} name={name} imageUrl={imageUrl} size={24} />
      <span className={styles.words}>
        <bdi className={styles.name}>{firstName(name)}</bdi> <bdi>{previewOf(comment.content.trim(), LINE_LENGTH)}</bdi>
      </span>
    </p>
  );
}

/** Reserves the line until the comment is known. */
export const NewestCommentSpace = () => <div className={styles.line} aria-hidden="true" />;
