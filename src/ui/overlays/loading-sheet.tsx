import { type ReactNode, type RefObject, useEffect, useState } from 'react';
import { commonText } from '../../text/common.ts';
import { Button } from '../forms/button.tsx';
import { Note } from '../states/note.tsx';
import styles from './loading-sheet.module.css';
import { Sheet } from './sheet.tsx';

/** An open sheet whose content is loaded first. If that fails, the sheet says so and offers another attempt. Render it while it is open. */
export function LoadingSheet<Content>({
  title,
  failedText,
  blockSize,
  load,
  onClose,
  returnTo,
  children,
}: {
  readonly title: string;
  readonly failedText: string;
  /** the least height while it loads, so that nothing jumps afterwards */
  readonly blockSize: string;
  /** stays the same function from render to render */
  readonly load: () => Promise<Content>;
  readonly onClose: () => void;
  readonly returnTo: RefObject<HTMLElement | null>;
  readonly children: (content: Content) => ReactNode;
}) {
  const [attempt, setAttempt] = useState(1);
  const [result, setResult] = useState<{ readonly content: Content } | 'failed'>();
  useEffect(() => {
    let wanted = attempt > 0;
    load().then(
      (content) => wanted && setResult({ content }),
      () => wanted && setResult('failed'),
    );
    return () => {
      wanted = false;
    };
  }, [attempt, load]);
  const again = () => {
    setResult(undefined);
    setAttempt(attempt + 1);
  };
  return (
    <Sheet open onOpenChange={(open) => open || onClose()} title={title} returnTo={returnTo}>
      {result === undefined && (
        <div style={{ minBlockSize: blockSize }} aria-busy="true">
          <span className="visually-hidden">{commonText.loading}</span>
        </div>
      )}
      {result === 'failed' && (
        <div className={`stack gap-4 ${styles.failed}`}>
          <Note kind="danger">{failedText}</Note>
          <Button onClick={again}>{commonText.tryAgain}</Button>
        </div>
      )}
      {typeof result === 'object' && children(result.content)}
    </Sheet>
  );
}
