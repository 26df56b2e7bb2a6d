// The person first, then the look of the app, their notifications, their account, and what this device stores: a row for each, which says how
// it is, and leads to the rest.
import { Bell } from 'lucide-react';
import { notificationTypes } from '../../schemas/notifications/notification-types.ts';
import { useSession } from '../data/session/session.ts';
import { DeleteAccountSheet } from '../features/account/own-data/delete-account-sheet.tsx';
import { PresenceSheet } from '../features/account/presence/presence-sheet.tsx';
import { usePresenceReturn } from '../features/account/presence/use-presence-return.ts';
import { SignOutButton } from '../features/account/sign-in/sign-out-button.tsx';
import { ThemeControl } from '../features/account/theme-control.tsx';
import { NotificationChoices, useNotificationsOn } from '../features/notifications/notification-choices.tsx';
import { OwnProfile } from '../features/profiles/own-profile.tsx';
import { useOwnEmail } from '../features/profiles/use-own-email.ts';
import { PushSettings } from '../features/push/push-settings.tsx';
import { QuietHoursRow } from '../features/push/quiet-hours.tsx';
import { deleteAccountText, settingsText } from '../text/account.ts';
import { notificationsOnText } from '../text/notifications.ts';
import { pageTitle } from '../text/pages.ts';
import { profileText } from '../text/profiles.ts';
import { Button } from '../ui/forms/button.tsx';
import { Item, List } from '../ui/list.tsx';
import { useSheets } from '../ui/overlays/use-sheets.ts';
import { Section } from '../ui/section.tsx';
import { AboutSettings } from './settings/about-settings.tsx';
import { AccountSettings } from './settings/account-settings.tsx';
import { DeviceSettings } from './settings/device-settings.tsx';
import styles from './settings.module.css';

export default function SettingsScreen() {
  const { user } = useSession();
  const email = useOwnEmail(user);
  const on = useNotificationsOn();
  const back = usePresenceReturn();
  const { open, sheetOf } = useSheets<'notifications' | 'delete'>(back === 'delete' ? back : null);
  if (!user) return null;
  const types = notificationTypes.length;
  return (
    <div className={`stack gap-6 ${styles.columns}`}>
      <div className="stack gap-6">
        <OwnProfile user={user} email={email} />
      </div>
      <div className="stack gap-6">
        <Section title={settingsText.theme}>
          <ThemeControl />
        </Section>
        <List label={pageTitle.settings}>
          <Item
            plain
            lead={<Bell />}
            title={profileText.notifications}
            line={profileText.notificationsLine}
            status={notificationsOnText(on.size, types)}
            onPress={open('notifications')}
          />
          <PushSettings />
          <QuietHoursRow />
          <AccountSettings email={email} at={back} />
          <DeviceSettings user={user} />
          <AboutSettings />
        </List>
        <div className={`stack gap-2 ${styles.out}`}>
          <SignOutButton />
          <Button variant="danger-quiet" wide onClick={open('delete')}>
            {deleteAccountText.title}
          </Button>
        </div>
      </div>
      <NotificationChoices {...sheetOf('notifications')} />
      <DeleteAccountSheet {...sheetOf('delete')} />
      <PresenceSheet />
    </div>
  );
}
