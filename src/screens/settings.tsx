// The person first, then the look of the app, their notifications, their account, and what this device stores.
import {
  AtSign,
  Bell,
  Download,
  Eraser,
  EyeOff,
  FileDown,
  HardDrive,
  KeyRound,
  Laptop,
  LifeBuoy,
  RefreshCw,
  ScrollText,
  ShieldCheck,
  UserRoundX,
} from 'lucide-react';
import { useRef, useState } from 'react';
import type { SessionUser } from '../../schemas/account/session-answer.ts';
import { notificationTypes } from '../../schemas/notifications/notification.ts';
import { useConnection } from '../data/connection.ts';
import { pageClock } from '../data/page-clock.ts';
import { useSession } from '../data/session.ts';
import { ChangeAddressSheet } from '../features/account/change-address-sheet.tsx';
import { ChangePasswordSheet } from '../features/account/change-password-sheet.tsx';
import { DeleteAccountSheet } from '../features/account/delete-account-sheet.tsx';
import { DeviceList } from '../features/account/device-list.tsx';
import { ExportSheet } from '../features/account/export-sheet.tsx';
import { SignInSection } from '../features/account/sign-in-section.tsx';
import { SignOutButton } from '../features/account/sign-out-button.tsx';
import { ThemeControl } from '../features/account/theme-control.tsx';
import { useExport } from '../features/account/use-export.ts';
import { useStorageText } from '../features/account/use-storage-text.ts';
import { BlockedPeople } from '../features/friends/blocked-people.tsx';
import { NotificationChoices, useNotificationsOff } from '../features/notifications/notification-choices.tsx';
import { useStoreRescue } from '../features/outbox/store-rescue.tsx';
import { OwnProfile } from '../features/profiles/own-profile.tsx';
import { useOwnEmail } from '../features/profiles/use-own-email.ts';
import { SyncState } from '../shell/sync-state.tsx';
import { changeAddressText, changePasswordText, deleteAccountText, deviceText, exportText, settingsText } from '../text/account.ts';
import { blockedText } from '../text/blocking.ts';
import { notificationsOnText } from '../text/notifications.ts';
import { outboxText } from '../text/outbox.ts';
import { pageTitle } from '../text/pages.ts';
import { profileText } from '../text/profiles.ts';
import { storeText } from '../text/store.ts';
import { syncTime } from '../text/times.ts';
import { Button } from '../ui/button.tsx';
import { Item, List } from '../ui/list.tsx';
import { Section } from '../ui/section.tsx';
import styles from './settings.module.css';

type OpenSheet = 'email' | 'password' | 'devices' | 'notifications' | 'blocked' | 'export' | 'delete';

export default function SettingsScreen() {
  const { user } = useSession();
  const email = useOwnEmail(user);
  const off = useNotificationsOff();
  const [sheet, setSheet] = useState<OpenSheet | null>(null);
  const opener = useRef<HTMLElement>(null);
  const open = (next: OpenSheet) => () => {
    if (document.activeElement instanceof HTMLElement) opener.current = document.activeElement;
    setSheet(next);
  };
  const sheetOf = (one: OpenSheet) => ({
    open: sheet === one,
    onOpenChange: (isOpen: boolean) => setSheet(isOpen ? one : null),
    returnTo: opener,
  });
  const exporting = useExport();
  if (!user) return null;
  const types = notificationTypes.length;
  return (
    <>
      <OwnProfile user={user} email={email} />
      <Section title={settingsText.theme}>
        <ThemeControl />
      </Section>
      <Section title={profileText.notifications}>
        <List>
          <Item
            plain
            lead={<Bell />}
            title={profileText.notificationsLine}
            status={notificationsOnText(types - off.size, types)}
            onPress={open('notifications')}
          />
        </List>
      </Section>
      <Section title={settingsText.account}>
        <List>
          <Item plain lead={<Laptop />} title={deviceText.title} line={deviceText.line} onPress={open('devices')} />
          <Item plain lead={<AtSign />} title={changeAddressText.title} line={email} onPress={open('email')} />
          <Item plain lead={<KeyRound />} title={changePasswordText.title} line={changePasswordText.line} onPress={open('password')} />
          <Item plain lead={<UserRoundX />} title={blockedText.title} line={blockedText.line} onPress={open('blocked')} />
          <Item plain lead={<Download />} title={exportText.title} line={exportText.line} onPress={open('export')} />
        </List>
      </Section>
      <SignInSection />
      <OnThisDevice user={user} />
      <Section title={settingsText.about}>
        <List>
          <Item plain lead={<LifeBuoy />} title={pageTitle.contact} to="/contact" />
          <Item plain lead={<ScrollText />} title={pageTitle.terms} to="/terms" />
          <Item plain lead={<EyeOff />} title={pageTitle.privacy} to="/privacy" />
          <Item plain lead={<ShieldCheck />} title={pageTitle.security} to="/security" />
        </List>
      </Section>
      <div className={styles.out}>
        <SignOutButton />
        <Button variant="danger-quiet" wide onClick={open('delete')}>
          {deleteAccountText.title}
        </Button>
      </div>
      <NotificationChoices {...sheetOf('notifications')} />
      <DeviceList {...sheetOf('devices')} />
      <ChangeAddressSheet {...sheetOf('email')} present={email} />
      <ChangePasswordSheet {...sheetOf('password')} />
      <BlockedPeople {...sheetOf('blocked')} />
      <ExportSheet {...sheetOf('export')} exporting={exporting} />
      <DeleteAccountSheet {...sheetOf('delete')} />
    </>
  );
}

function OnThisDevice({ user }: { readonly user: SessionUser }) {
  const { lastSync } = useConnection();
  const storage = useStorageText();
  const { save, clear, rest } = useStoreRescue(user);
  return (
    <Section title={settingsText.onThisDevice}>
      <List>
        <Item plain lead={<HardDrive />} title={settingsText.storage} line={storage.holds} line2={storage.space ?? '...'} />
        <Item
          plain
          lead={<RefreshCw />}
          title={settingsText.lastSync}
          line={lastSync === undefined ? settingsText.notYet : syncTime(lastSync, pageClock.now())}
          status={<SyncState idle={outboxText.title} />}
        />
        <Item plain noArrow lead={<FileDown />} title={storeText.save} line={storeText.saveLine} onPress={save} />
        <Item plain noArrow lead={<Eraser />} title={storeText.clear} line={storeText.clearLine} onPress={clear} />
      </List>
      {rest}
    </Section>
  );
}
