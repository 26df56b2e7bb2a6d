import { CircleCheck, CloudOff, HardDrive } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useConnection } from '../../data/store/connection.ts';
import { commonText } from '../../text/common.ts';
import { stateText } from '../../text/shell.ts';
import { syncText } from '../../text/sync.ts';
import { Button } from '../../ui/forms/button.tsx';
import { Banner } from '../../ui/states/banner.tsx';

const RESTORED_MS = 5000;

/** As long as this device has no disk space left: what that means, and what helps. */
export function NoDiskSpaceBanner() {
  const { storageFull, retry } = useConnection();
  if (!storageFull) return null;
  return (
    <Banner
      kind="danger"
      icon={<HardDrive />}
      action={
        <Button variant="quiet" size="small" onClick={() => retry()}>
          {commonText.retry}
        </Button>
      }
    >
      <b>{syncText.noDiskSpace}</b> – {syncText.noDiskSpaceHelp}
    </Banner>
  );
}

/** Says where a member's writes are while the server cannot store them. */
export function ServerFullBanner() {
  const { serverFull } = useConnection();
  if (!serverFull) return null;
  return (
    <Banner icon={<HardDrive />}>
      <b>{syncText.serverFull}</b> – {syncText.serverFullHelp}
    </Banner>
  );
}

/** 'Connection lost' as long as it is, then 'Connection restored' for five seconds. */
export function ConnectionBanner() {
  const { kind, updateRequired, retry } = useConnection();
  const [restored, setRestored] = useState(false);
  const wasLost = useRef(false);
  // A server that wants a newer app can be reached: another banner says what helps.
  const lost = kind === 'offline' && !updateRequired;
  const back = kind === 'live' || kind === 'syncing';

  useEffect(() => {
    if (lost) {
      wasLost.current = true;
      setRestored(false);
    } else if (back && wasLost.current) {
      wasLost.current = false;
      setRestored(true);
    }
  }, [lost, back]);

  useEffect(() => {
    if (!restored) return;
    const timer = setTimeout(() => setRestored(false), RESTORED_MS);
    return () => clearTimeout(timer);
  }, [restored]);

  if (lost)
    return (
      <Banner
        icon={<CloudOff />}
        action={
          <Button variant="quiet" size="small" onClick={() => retry()}>
            {commonText.retry}
          </Button>
        }
      >
        <b>{stateText.lost}</b>
      </Banner>
    );
  if (restored)
    return (
      <Banner kind="success" icon={<CircleCheck />}>
        {syncText.restored}
      </Banner>
    );
  return null;
}
