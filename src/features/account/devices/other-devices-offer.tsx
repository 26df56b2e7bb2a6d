import { LogOut } from 'lucide-react';
import { useEffect, useState } from 'react';
import { deviceText } from '../../../text/account.ts';
import { Button } from '../../../ui/forms/button.tsx';
import { Note } from '../../../ui/states/note.tsx';
import type { PresenceSheetName } from '../presence/presence.ts';
import { useRequest } from '../use-request.ts';
import { endOtherDevices, readDevices } from './devices.ts';

/** After a way to sign in has changed: offers to sign out all other devices, if there are any. */
export function OtherDevicesOffer({ from, offline }: { readonly from: PresenceSheetName; readonly offline: boolean }) {
  const [state, setState] = useState<'unknown' | 'offered' | 'ended'>('unknown');
  const { message, busy, submit } = useRequest({ offline, send: () => endOtherDevices(from), onDone: () => setState('ended') });
  useEffect(() => {
    let here = true;
    void readDevices().then((answer) => {
      if (here && answer.ok && answer.data.items.some(({ current }) => !current)) setState('offered');
    });
    return () => {
      here = false;
    };
  }, []);
  if (state === 'unknown') return null;
  if (state === 'ended') return <Note kind="success">{deviceText.endedOthers}</Note>;
  return (
    <>
      <Note>{deviceText.offer}</Note>
      {message && <Note kind="danger">{message}</Note>}
      <Button variant="soft" wide icon={<LogOut />} busy={busy} disabled={offline} onClick={submit}>
        {deviceText.endOthers}
      </Button>
    </>
  );
}
