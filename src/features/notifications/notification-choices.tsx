import { useState } from 'react';
import { isNotifiedOf, type NotificationType, notificationTypes } from '../../../schemas/notifications/notification-types.ts';
import { settingId, settingKey } from '../../../schemas/profiles/setting-keys.ts';
import { useLiveDocuments, useStore } from '../../data/store/local-store.tsx';
import { writeSetting } from '../../data/store/write-setting.ts';
import { notificationTypeText } from '../../text/notifications.ts';
import { profileText } from '../../text/profiles.ts';
import { Choice } from '../../ui/forms/choice.tsx';
import { Sheet, type SheetControl } from '../../ui/overlays/sheet.tsx';
import { notify } from '../../ui/overlays/toast.ts';
import styles from './notification-choices.module.css';

/** The types of notification that the member wants. */
export function useNotificationsOn(): ReadonlySet<NotificationType> {
  const { userId } = useStore();
  const idOf = (type: NotificationType) => settingId(userId, settingKey.notify(type));
  const chosen = useLiveDocuments('settings', notificationTypes.map(idOf));
  return new Set(notificationTypes.filter((type) => isNotifiedOf(type, chosen(idOf(type))?.value)));
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
  const on = useNotificationsOn();
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
          checked={chosen[type] ?? on.has(type)}
          onChange={(on) => void set(type, on)}
          title={notificationTypeText[type]}
        />
      ))}
    </fieldset>
  );
}
