import type { Comment } from '../../../../schemas/comments/comment.ts';
import { Avatar } from '../../../ui/people/avatar.tsx';
import { previewOf } from '../../../ui/preview.ts';
import { firstName } from '../../people/first-name.ts';
import type { PersonOf } from '../../people/use-people.ts';
import styles from './newest-comment.module.css';

/** More characters than fit on one line of any screen. */
const LINE_LENGTH = 160;

/** The newest comment of a post, in one line. A press on it counts as a press on the card. */
export function NewestComment({ comment, personOf }: { readonly comment: Comment; readonly personOf: PersonOf }) {
  const { name, imageUrl } = personOf(comment.author_id, { name: comment.author_name, imageUrl: comment.author_profile_image_url });
  return (
    <p className={`row gap-2 small ${styles.line}`}>
      <Avatar userId={comment.author_id} name={name} imageUrl={imageUrl} size={24} />
      <span className={`row gap-1 ${styles.words}`}>
        <bdi className={`cut ${styles.name}`}>{firstName(name)}</bdi> {/* its own direction, so that it is cut off at its own end */}
        <span className={`cut ${styles.words}`} dir="auto">
          {previewOf(comment.content.trim(), LINE_LENGTH)}
        </span>
      </span>
    </p>
  );
}

/** Reserves the line until the comment is known. */
export const NewestCommentSpace = () => <div className={`row gap-2 small ${styles.line}`} aria-hidden="true" />;
