import { EyeOff, Info, LifeBuoy, ScrollText, ShieldCheck } from 'lucide-react';
import { settingsText } from '../../text/account.ts';
import { pageTitle } from '../../text/pages.ts';
import { Item, List } from '../../ui/list.tsx';
import { Sheet } from '../../ui/overlays/sheet.tsx';
import { useSheets } from '../../ui/overlays/use-sheets.ts';

/** The row for the pages about Kith, and the sheet that leads to them. */
export function AboutSettings() {
  const { open, sheetOf } = useSheets<'about'>();
  return (
    <>
      <Item plain lead={<Info />} title={settingsText.about} line={settingsText.aboutLine} onPress={open('about')} />
      <Sheet {...sheetOf('about')} title={settingsText.about}>
        <List label={settingsText.about}>
          <Item plain lead={<LifeBuoy />} title={pageTitle.contact} to="/contact" />
          <Item plain lead={<ScrollText />} title={pageTitle.terms} to="/terms" />
          <Item plain lead={<EyeOff />} title={pageTitle.privacy} to="/privacy" />
          <Item plain lead={<ShieldCheck />} title={pageTitle.security} to="/security" />
        </List>
      </Sheet>
    </>
  );
}
