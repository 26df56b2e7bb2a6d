import { AtSign, Download, KeyRound, Laptop, ShieldCheck, UserRoundX } from 'lucide-react';
import { DeviceList } from '../../features/account/devices/device-list.tsx';
import { ExportSheet } from '../../features/account/own-data/export-sheet.tsx';
import { StoredRow } from '../../features/account/own-data/stored-row.tsx';
import { useExport } from '../../features/account/own-data/use-export.ts';
import type { PresenceSheetName } from '../../features/account/presence/presence.ts';
import { readSignInWays } from '../../features/account/presence/sign-in-ways.ts';
import { useFetched } from '../../features/account/use-fetched.ts';
import { ChangeAddressSheet } from '../../features/account/ways-in/change-address-sheet.tsx';
import { ChangePasswordSheet } from '../../features/account/ways-in/change-password-sheet.tsx';
import { SignInRows } from '../../features/account/ways-in/sign-in-rows.tsx';
import { BlockedPeople } from '../../features/friends/blocking/blocked-people.tsx';
import { useBlocked } from '../../features/friends/blocking/use-blocked.ts';
import { accountStateText, changeAddressText, changePasswordText, deviceText, exportText, settingsText } from '../../text/account.ts';
import { blockedText } from '../../text/blocking.ts';
import { Item, List } from '../../ui/list.tsx';
import { Sheet } from '../../ui/overlays/sheet.tsx';
import { useSheets } from '../../ui/overlays/use-sheets.ts';

const sheets = ['email', 'password', 'devices', 'blocked', 'export'] as const;

/**
 * The row for the account and how its member signs in, with the sheet of all that behind it, where each row opens a sheet of its own. `at` is
 * the one that is open at first. What only the server knows is said while it can be reached.
 */
export function AccountSettings({ email, at }: { readonly email: string; readonly at: PresenceSheetName | undefined }) {
  const inside = at !== undefined && at !== 'delete' ? at : undefined;
  const account = useSheets<'account'>(inside && 'account');
  const { open, sheetOf } = useSheets(sheets.find((one) => one === inside));
  const { data, offline, load } = useFetched(readSignInWays);
  const exporting = useExport();
  const blocked = useBlocked()?.size ?? 0;
  const ways = offline || typeof data === 'string' ? undefined : data;
  const state = accountStateText({ passkeys: ways?.passkeys.length ?? 0, code: ways?.second_factor.on ?? false, blocked });
  return (
    <>
      <Item
        plain
        lead={<ShieldCheck />}
        title={settingsText.account}
        line={state || settingsText.accountLine}
        onPress={account.open('account')}
      />
      <Sheet {...account.sheetOf('account')} title={settingsText.account}>
        <List label={settingsText.account}>
          <Item plain lead={<Laptop />} title={deviceText.title} line={deviceText.line} onPress={open('devices')} />
          <Item plain lead={<AtSign />} title={changeAddressText.title} line={email} onPress={open('email')} />
          <Item plain lead={<KeyRound />} title={changePasswordText.title} line={changePasswordText.line} onPress={open('password')} />
          <SignInRows ways={ways} at={inside === 'passkeys' || inside === 'code' ? inside : undefined} onClosed={() => void load()} />
          <Item
            plain
            lead={<UserRoundX />}
            title={blockedText.title}
            line={blockedText.line}
            status={blocked || undefined}
            onPress={open('blocked')}
          />
          <StoredRow />
          <Item plain lead={<Download />} title={exportText.title} line={exportText.line} onPress={open('export')} />
        </List>
        <DeviceList {...sheetOf('devices')} />
        <ChangeAddressSheet {...sheetOf('email')} present={email} />
        <ChangePasswordSheet {...sheetOf('password')} />
        <BlockedPeople {...sheetOf('blocked')} />
        <ExportSheet {...sheetOf('export')} exporting={exporting} />
      </Sheet>
    </>
  );
}
