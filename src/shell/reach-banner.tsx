import { CloudOff } from 'lucide-react';
import { useReachable } from '../data/use-reachable.ts';
import { commonText } from '../text/common.ts';
import { stateText } from '../text/shell.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';

/** For visitors, as long as they cannot sign in: why. */
export function ReachBanner() {
  const { reach, retry } = useReachable();
  if (reach === 'reachable') return null;
  const offline = reach === 'offline';
  return (
    <Banner
      icon={<CloudOff />}
      action={
        !offline && (
          <Button variant="quiet" size="small" onClick={retry}>
            {commonText.retry}
          </Button>
        )
      }
    >
      <b>{offline ? stateText.lost : stateText.unreachable}</b> – {offline ? stateText.needsNetwork : stateText.needsServer}
    </Banner>
  );
}
