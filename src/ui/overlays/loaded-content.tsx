import { type ReactNode, useEffect, useState } from 'react';
import { commonText } from '../../text/common.ts';
import { Button } from '../forms/button.tsx';
import { Note } from '../states/note.tsx';
import styles from './loaded-content.module.css';

export interface LoadedContentProps<Content> {
  readonly failedText: string;
  /** the least height while it loads, so that nothing jumps afterwards */
  readonly blockSize: string;
  /** stays the same function from render to render */
  readonly load: () => Promise<Content>;
  readonly children: (content: Content) => ReactNode;
}

/** The content of a sheet, which is loaded first. If that fails, it says so and offers another attempt. */
export function LoadedContent<Content>({ failedText, blockSize, load, children }: LoadedContentProps<Content>) {
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
  if (typeof result === 'object') return children(result.content);
  if (result === 'failed') {
    return (
      <div className={`stack gap-4 ${styles.failed}`}>
        <Note kind="danger">{failedText}</Note>
        <Button onClick={again}>{commonText.tryAgain}</Button>
      </div>
    );
  }
  return (
    <div style={{ minBlockSize: blockSize }} aria-busy="true">
      <span className="visually-hidden">{commonText.loading}</span>
    </div>
  );
}
