import { type ReactNode, useEffect, useRef } from 'react';
import { Drawing, type DrawingName } from '../../ui/art/drawing.tsx';
import { AuthFrame } from './auth-frame.tsx';
import styles from './auth-result.module.css';

/** The result of a step: a drawing, a title that is read out, a sentence, and links to go on. */
export function AuthResult({
  art,
  title,
  text,
  children,
}: {
  readonly art: DrawingName;
  readonly title: string;
  readonly text: ReactNode;
  readonly children: ReactNode;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The result replaces the form that had the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another title is another result.
  useEffect(() => heading.current?.focus(), [title]);
  return (
    <AuthFrame centred>
      <div className={`stack gap-2 ${styles.result}`}>
        <Drawing name={art} />
        <h1 ref={heading} className={`title ${styles.title}`} tabIndex={-1}>
          {title}
        </h1>
        <p className={styles.text}>{text}</p>
        <div className={styles.actions}>{children}</div>
      </div>
    </AuthFrame>
  );
}
