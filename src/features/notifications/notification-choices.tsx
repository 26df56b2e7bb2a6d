import { useMemo, useState } from 'react';
import { type NotificationType, notificationTypes } from '../../../schemas/notifications/notification-types.ts';
import { settingKey } from '../../../schemas/profiles/setting-keys.ts';
import { useLiveQuery, useStore } from '../../data/store/local-store.tsx';
import { writeSetting } from '../../data/store/write-setting.ts';
import { notificationTypeText } from '../../text/notifications.ts';
import { profileText } from '../../text/profiles.ts';
import { Choice } from '../../ui/forms/choice.tsx';
import { Sheet, type SheetControl } from '../../ui/overlays/sheet.tsx';
import { notify } from '../../ui/overlays/toast.ts';
import styles from './notification-choices.module.css';

/** The types of notification that the member has switched off. */
export function useNotificationsOff(): ReadonlySet<NotificationType> {
  const { rows } = useLiveQuery((store) => store.collections.settings.find({ selector: { value: 'off' } }), []);
  return useMemo(() => {
    const off = new Set(rows?.map(({ key }) => key));
    return new Set(notificationTypes.filter((type) => off.has(settingKey.notify(type))));
  }, [rows]);
}

/** A choice for each type of notification, which syncs to the member's other devices. */
export function NotificationChoices(control: SheetControl) {
  return (
    <Sheet {...control} title={profileText.notifications} text={profileText.notificationsHelp}>
      <Choices />
    </Sheet>
  );
}

function Choices() {
  const store = useStore();
  const off = useNotificationsOff();
  // A press shows at once, before it is stored.
  const [chosen, setChosen] = useState<Readonly<Partial<Record<NotificationType, boolean>>>>({});
  const set = async (type: NotificationType, on: boolean) => {
    setChosen((before) => ({ ...before, [type]: on }));
    try {
      await writeSetting(store, settingKey.notify(type), on ? 'on' : 'off');
    } catch {
      setChosen(({ [type]: _, ...others }) => others);
      notify.error(profileText.notificationsFailed);
    }
  };
  return (
    <fieldset className={styles.choices}>
      <legend className="visually-hidden">{profileText.notificationsLine}</legend>
      {notificationTypes.map((type) => (
        <Choice
          key={type}
          type="checkbox"
          name={type}
          checked={chosen[type] ?? !off.has(type)}
          onChange={(on) => void set(type, on)}
          title={notificationTypeText[type]}
        />
      ))}
    </fieldset>
  );
}
