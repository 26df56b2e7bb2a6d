import { Eraser, FileDown, HardDrive, RefreshCw, Smartphone } from 'lucide-react';
import type { SessionUser } from '../../../schemas/account/session-answer.ts';
import { useConnection } from '../../data/store/connection.ts';
import { DevicePhotos } from '../../features/account/own-data/device-photos.tsx';
import { useStorageText } from '../../features/account/own-data/use-storage-text.ts';
import { useStoreRescue } from '../../features/outbox/use-store-rescue.tsx';
import { SyncState } from '../../shell/connection/sync-state.tsx';
import { settingsText } from '../../text/account.ts';
import { outboxText } from '../../text/outbox.ts';
import { storeText } from '../../text/store.ts';
import { syncTime } from '../../text/times.ts';
import { useToday } from '../../ui/behaviour/use-clock.ts';
import { Item, List } from '../../ui/list.tsx';
import { Sheet } from '../../ui/overlays/sheet.tsx';
import { useSheets } from '../../ui/overlays/use-sheets.ts';

/** The row for what this device stores, with the way to the outbox, and behind it the sheet where that is saved or cleared. */
export function DeviceSettings({ user }: { readonly user: SessionUser }) {
  const { lastSync } = useConnection();
  const { open, sheetOf } = useSheets<'device'>();
  const storage = useStorageText();
  const { save, clear, rest } = useStoreRescue(user);
  const today = useToday();
  const synced = lastSync === undefined ? settingsText.notYet : syncTime(lastSync, today);
  return (
    <>
      <Item
        plain
        lead={<Smartphone />}
        title={settingsText.onThisDevice}
        line={storage.holds}
        actions={<SyncState idle={outboxText.title} />}
        onPress={open('device')}
      />
      <Sheet {...sheetOf('device')} title={settingsText.onThisDevice}>
        <List label={settingsText.onThisDevice}>
          <Item plain lead={<HardDrive />} title={settingsText.storage} line={storage.holds} line2={storage.space ?? '...'} />
          <DevicePhotos />
          <Item plain lead={<RefreshCw />} title={settingsText.lastSync} line={synced} />
          <Item plain noArrow lead={<FileDown />} title={storeText.save} line={storeText.saveLine} onPress={save} />
          <Item plain noArrow lead={<Eraser />} title={storeText.clear} line={storeText.clearLine} onPress={clear} />
        </List>
        {rest}
      </Sheet>
    </>
  );
}
