import { CloudOff } from 'lucide-react';
import { useReachable } from '../../data/store/use-reachable.ts';
import { commonText } from '../../text/common.ts';
import { stateText } from '../../text/shell.ts';
import { Button } from '../../ui/forms/button.tsx';
import { Banner } from '../../ui/states/banner.tsx';

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
