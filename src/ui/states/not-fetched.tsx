import { commonText } from '../../text/common.ts';
import { Button } from '../forms/button.tsx';
import { Note } from './note.tsx';
import { RowSkeleton } from './skeleton.tsx';

/** Shown in place of a list that only the server has, while it is fetched, after that failed, or without a connection. */
export function NotFetched({
  state,
  offlineText,
  failedText,
  onRetry,
}: {
  readonly state: 'loading' | 'failed' | 'offline';
  readonly offlineText: string;
  readonly failedText: string;
  readonly onRetry: () => void;
}) {
  if (state === 'offline') return <Note kind="warning">{offlineText}</Note>;
  if (state === 'loading')
    return (
      <div aria-busy="true">
        <RowSkeleton picture="1.25rem" lines={['60%', '40%']} />
      </div>
    );
  return (
    <>
      <Note kind="danger">{failedText}</Note>
      <Button onClick={onRetry}>{commonText.tryAgain}</Button>
    </>
  );
}
