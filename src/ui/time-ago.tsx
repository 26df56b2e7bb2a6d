import { fullTime, relativeTime } from '../text/relative-time.ts';
import { useNow } from './use-now.ts';

/** When something happened, in words that keep up with the clock; the whole date in the tooltip. */
export function TimeAgo({ at, className }: { readonly at: string; readonly className?: string | undefined }) {
  // A row written between two ticks lies ahead of the clock here, which reads 'Just now' as it should.
  const now = useNow();
  return (
    <time dateTime={at} title={fullTime(at)} className={className}>
      {relativeTime(at, now)}
    </time>
  );
}
