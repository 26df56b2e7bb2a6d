import { ArrowUp } from 'lucide-react';
import { useRef } from 'react';
import { commentText } from '../../text/comments.ts';
import { Composer } from '../../ui/forms/composer.tsx';
import styles from './comment-composer.module.css';

export const commentDraftKey = (postId: string): string => `comment-${postId}`;

export const composerPlace = styles.place;
export const composerLook = {
  label: commentText.write,
  placeholder: commentText.write,
  submit: { label: commentText.send, icon: <ArrowUp /> },
} as const;

const nothing = () => undefined;

/**
 * How the comment field looks until its code is loaded and the store, which keeps what is typed, is open. Nothing can be typed before: it
 * could be lost.
 */
export function CommentFieldSpace() {
  const field = useRef<HTMLTextAreaElement>(null);
  return (
    <Composer
      {...composerLook}
      inert
      className={composerPlace}
      field={field}
      text=""
      onText={nothing}
      submit={{ ...composerLook.submit, disabled: true }}
      onSubmit={nothing}
    />
  );
}
