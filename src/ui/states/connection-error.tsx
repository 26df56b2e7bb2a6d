import type { ReactNode } from 'react';
import { commonText } from '../../text/common.ts';
import { Button } from '../forms/button.tsx';
import { EmptyState } from './empty-state.tsx';

/** Shown instead of a page whose rows could not be fetched or read. */
export function ConnectionError({
  title = commonText.connectionError,
  text,
  onRetry,
}: {
  readonly title?: string | undefined;
  readonly text: ReactNode;
  readonly onRetry: () => void;
}) {
  return (
    <div role="alert">
      <EmptyState page art="cup" title={title} text={text} action={<Button onClick={onRetry}>{commonText.tryAgain}</Button>} />
    </div>
  );
}
