import { Laptop, LogOut, Smartphone } from 'lucide-react';
import { useRef, useState } from 'react';
import { deviceName, isHandheld } from '../../../../schemas/account/device-name.ts';
import { deviceText } from '../../../text/account.ts';
import { Button } from '../../../ui/forms/button.tsx';
import { Item, List } from '../../../ui/list.tsx';
import { Sheet, type SheetControl } from '../../../ui/overlays/sheet.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { NotFetched } from '../../../ui/states/not-fetched.tsx';
import { Note } from '../../../ui/states/note.tsx';
import { useFetched } from '../use-fetched.ts';
import { type Device, endDevice, endOtherDevices, readDevices } from './devices.ts';

/** Lists where the member is signed in. It needs a connection, and says so before anything starts. */
export function DeviceList(control: SheetControl) {
  return (
    <Sheet {...control} title={deviceText.title} text={deviceText.help}>
      <Devices />
    </Sheet>
  );
}

function Devices() {
  // A new password has signed out the other devices, whichever tab it was set in.
  const { data, offline, load, retry } = useFetched(readDevices);
  const [ending, setEnding] = useState<Device | 'others'>();
  const [message, setMessage] = useState<{ readonly kind: 'success' | 'danger'; readonly text: string }>();
  const list = useRef<HTMLDivElement>(null);

  const end = async (which: Device | 'others') => {
    setMessage(undefined);
    setEnding(which);
    const answer = await (which === 'others' ? endOtherDevices('devices') : endDevice(which));
    await load();
    setEnding(undefined);
    // A session that had ended already counts as ended.
    if (answer.ok || answer.status === 404)
      setMessage({ kind: 'success', text: which === 'others' ? deviceText.endedOthers : deviceText.ended });
    else setMessage({ kind: 'danger', text: answer.code === 'PRESENCE_NOT_SHOWN' ? answer.message : deviceText.endFailed });
    // The pressed button no longer exists.
    list.current?.focus();
  };

  if (typeof data === 'string')
    return (
      <NotFetched state={offline ? 'offline' : data} offlineText={deviceText.offline} failedText={deviceText.failed} onRetry={retry} />
    );
  const others = data.items.filter(({ current }) => !current);
  const present = data.items.filter(({ current }) => current);
  return (
    <div ref={list} tabIndex={-1}>
      {offline && <Note kind="warning">{deviceText.offline}</Note>}
      {message && <Note kind={message.kind}>{message.text}</Note>}
      <List label={deviceText.line}>
        {[...present, ...others].map((device) => {
          const name = deviceName(device.device);
          return (
            <Item
              key={device.id}
              plain
              lead={isHandheld(device.device) ? <Smartphone /> : <Laptop />}
              title={name}
              line={device.current ? deviceText.present : <RelativeTime iso={device.last_used_at} />}
              actions={
                !device.current && (
                  <Button
                    size="small"
                    aria-label={deviceText.endOf(name)}
                    busy={ending === 'others' || ending?.id === device.id}
                    disabled={offline}
                    onClick={() => void end(device)}
                  >
                    {deviceText.end}
                  </Button>
                )
              }
            />
          );
        })}
      </List>
      {others.length > 1 && (
        <Button variant="soft" wide icon={<LogOut />} busy={ending !== undefined} disabled={offline} onClick={() => void end('others')}>
          {deviceText.endOthers}
        </Button>
      )}
    </div>
  );
}
