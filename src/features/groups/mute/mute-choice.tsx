import { Bell, BellOff } from 'lucide-react';
import { useRef } from 'react';
import { muteValue } from '../../../../schemas/groups/muted.ts';
import { settingKey } from '../../../../schemas/profiles/setting-keys.ts';
import { useStore } from '../../../data/store/local-store.tsx';
import { writeSetting } from '../../../data/store/write-setting.ts';
import { muteLengths, muteText } from '../../../text/mute.ts';
import { Button } from '../../../ui/forms/button.tsx';
import { Item, List } from '../../../ui/list.tsx';
import { notify } from '../../../ui/overlays/toast.ts';
import { useMute } from './use-mute.ts';

/** Says whether the messages of a group notify the member, and mutes them for an hour, a day, or until the member turns them on. */
export function MuteChoice({ groupId }: { readonly groupId: string }) {
  const store = useStore();
  const muted = useMute(groupId);
  const first = useRef<HTMLButtonElement>(null);
  const set = async (value: string) => {
    try {
      await writeSetting(store, settingKey.groupMuted(groupId), value);
    } catch {
      notify.error(muteText.failed);
    }
  };
  const turnOn = () => {
    // This button goes, and the focus must not go with it.
    first.current?.focus();
    void set('off');
  };
  return (
    <List label={muteText.mute}>
      <Item
        plain
        lead={muted === undefined ? <Bell /> : <BellOff />}
        title={<span role="status">{muted ?? muteText.notifies}</span>}
        line={muted === undefined ? muteText.mute : muteText.muted}
        actionsBelow
        actions={
          <>
            {muteLengths.map(({ ms, words }, nth) => (
              <Button
                key={words}
                ref={nth === 0 ? first : undefined}
                size="small"
                aria-description={muteText.mute}
                onClick={() => void set(muteValue(store.clock.now() + ms))}
              >
                {words}
              </Button>
            ))}
            {muted !== undefined && (
              <Button size="small" variant="soft" onClick={turnOn}>
                {muteText.turnOn}
              </Button>
            )}
          </>
        }
      />
    </List>
  );
}
