// Who one is here, how it looks, and what this device holds.
import { AtSign, Eraser, EyeOff, FileDown, HardDrive, LifeBuoy, RefreshCw, ScrollText, ShieldCheck } from 'lucide-react';
import { useRef, useState } from 'react';
import type { SessionUser } from '../../schemas/account/session-answer.ts';
import { useConnection } from '../data/connection.ts';
import { pageClock } from '../data/page-clock.ts';
import { useSession } from '../data/session.ts';
import { ChangeAddressSheet } from '../features/account/change-address-sheet.tsx';
import { SignOutButton } from '../features/account/sign-out-button.tsx';
import { ThemeControl } from '../features/account/theme-control.tsx';
import { useStorageText } from '../features/account/use-storage-text.ts';
import { useStoreRescue } from '../features/outbox/store-rescue.tsx';
import { useOwnEmail } from '../features/profiles/use-own-email.ts';
import { usePeople } from '../features/profiles/use-people.ts';
import { SyncState } from '../shell/sync-state.tsx';
import { syncTime } from '../shell/sync-time.ts';
import { storeText } from '../text/store-text.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Card } from '../ui/card.tsx';
import { Item, List } from '../ui/list.tsx';
import { Section } from '../ui/section.tsx';
import styles from './settings.module.css';

export default function SettingsScreen() {
  const { user } = useSession();
  const personOf = usePeople();
  const email = useOwnEmail(user);
  const [changingEmail, setChangingEmail] = useState(false);
  const opener = useRef<HTMLElement>(null);
  const changeEmail = () => {
    if (document.activeElement instanceof HTMLElement) opener.current = document.activeElement;
    setChangingEmail(true);
  };
  if (!user) return null;
  const { name, imageUrl } = personOf(user.id, { name: user.name, imageUrl: null });
  return (
    <>
      <Card className={styles.me}>
        <Avatar userId={user.id} name={name} imageUrl={imageUrl} size={64} />
        <div className={styles.words}>
          <span className={styles.name}>{name}</span>
          <span className={styles.mail}>{email}</span>
        </div>
      </Card>
      <Section title="Account">
        <List>
          <Item plain lead={<AtSign />} title="Change your email" line={email} onPress={changeEmail} />
        </List>
      </Section>
      <Section title="Theme">
        <ThemeControl />
      </Section>
      <OnThisDevice user={user} />
      <Section title="About">
        <List>
          <Item plain lead={<LifeBuoy />} title="Contact" to="/contact" />
          <Item plain lead={<ScrollText />} title="Terms & Conditions" to="/terms" />
          <Item plain lead={<EyeOff />} title="Privacy Policy" to="/privacy" />
          <Item plain lead={<ShieldCheck />} title="Security Guide" to="/security" />
        </List>
      </Section>
      <div className={styles.out}>
        <SignOutButton />
      </div>
      <ChangeAddressSheet open={changingEmail} onOpenChange={setChangingEmail} present={email} returnTo={opener} />
    </>
  );
}

function OnThisDevice({ user }: { readonly user: SessionUser }) {
  const { lastSync } = useConnection();
  const storage = useStorageText();
  const { save, clear, rest } = useStoreRescue(user);
  return (
    <Section title="On this device">
      <List>
        <Item plain lead={<HardDrive />} title="Storage" line={storage ?? '...'} />
        <Item
          plain
          lead={<RefreshCw />}
          title="Last sync"
          line={lastSync === undefined ? 'Not yet' : syncTime(lastSync, pageClock.now())}
          status={<SyncState />}
        />
        <Item plain noArrow lead={<FileDown />} title={storeText.save} line={storeText.saveLine} onPress={save} />
        <Item plain noArrow lead={<Eraser />} title={storeText.clear} line={storeText.clearLine} onPress={clear} />
      </List>
      {rest}
    </Section>
  );
}
