import { Laptop, LogOut, Smartphone } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { deviceName, isHandheld } from '../../../schemas/account/device-name.ts';
import { onSessionEvent } from '../../data/session.ts';
import { useNoConnection } from '../../data/use-no-connection.ts';
import { deviceText } from '../../text/account.ts';
import { Button } from '../../ui/button.tsx';
import { Item, List } from '../../ui/list.tsx';
import { NotFetched } from '../../ui/not-fetched.tsx';
import { Note } from '../../ui/note.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Sheet, type SheetControl } from '../../ui/sheet.tsx';
import { type Device, endDevices, readDevices } from './devices.ts';

type Shown =
  | { readonly state: 'loading' }
  | { readonly state: 'failed' }
  | { readonly state: 'listed'; readonly devices: readonly Device[] };

/** Lists where the member is signed in. It needs a connection, and says so before anything starts. */
export function DeviceList(control: SheetControl) {
  return (
    <Sheet {...control} title={deviceText.title} text={deviceText.help}>
      <Devices />
    </Sheet>
  );
}

function Devices() {
  const offline = useNoConnection();
  const [shown, setShown] = useState<Shown>({ state: 'loading' });
  const [ending, setEnding] = useState<ReadonlySet<string>>(new Set());
  const [message, setMessage] = useState<{ readonly kind: 'success' | 'danger'; readonly text: string }>();
  const list = useRef<HTMLDivElement>(null);

  const load = useCallback(async () => {
    const answer = await readDevices();
    setShown(answer.ok ? { state: 'listed', devices: answer.data.items } : { state: 'failed' });
  }, []);
  useEffect(() => {
    if (!offline) void load();
  }, [offline, load]);

  // A new password has signed out the other devices, whichever tab it was set in.
  useEffect(() => onSessionEvent(({ type }) => type === 'USER_UPDATED' && void load()), [load]);

  const end = async (devices: readonly Device[], done: string) => {
    const ids = devices.map(({ id }) => id);
    setMessage(undefined);
    setEnding(new Set(ids));
    const ended = await endDevices(ids);
    await load();
    setEnding(new Set());
    setMessage(ended ? { kind: 'success', text: done } : { kind: 'danger', text: deviceText.endFailed });
    // The pressed button no longer exists.
    list.current?.focus();
  };

  if (shown.state !== 'listed')
    return (
      <NotFetched
        state={offline ? 'offline' : shown.state}
        offlineText={deviceText.offline}
        failedText={deviceText.failed}
        onRetry={() => {
          setShown({ state: 'loading' });
          void load();
        }}
      />
    );
  const others = shown.devices.filter(({ current }) => !current);
  const present = shown.devices.filter(({ current }) => current);
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
                    busy={ending.has(device.id)}
                    disabled={offline}
                    onClick={() => void end([device], deviceText.ended)}
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
        <Button
          variant="soft"
          wide
          icon={<LogOut />}
          busy={ending.size > 0}
          disabled={offline}
          onClick={() => void end(others, deviceText.endedOthers)}
        >
          {deviceText.endOthers}
        </Button>
      )}
    </div>
  );
}
