import { BellRing } from 'lucide-react';
import { pushText } from '../../text/push.ts';
import { Item } from '../../ui/list.tsx';
import { Sheet } from '../../ui/overlays/sheet.tsx';
import { useSheets } from '../../ui/overlays/use-sheets.ts';
import { Section } from '../../ui/section.tsx';
import { CallChoices } from './call-choices.tsx';
import { MailChoice } from './mail-choice.tsx';
import { PushStatus } from './push-status.tsx';
import { usePush } from './use-push.ts';
import { useStateLine } from './use-state-line.ts';

/** The row of the settings about notices on this device, and the sheet behind it. */
export function PushSettings() {
  const { open, sheetOf } = useSheets<'push'>();
  const line = useStateLine(usePush());
  return (
    <>
      <Item plain lead={<BellRing />} title={pushText.title} line={line} onPress={open('push')} />
      <Sheet {...sheetOf('push')} title={pushText.title} text={pushText.help}>
        <PushStatus />
        <Section title={pushText.about}>
          <CallChoices />
          <p className="small">{pushText.aboutHelp}</p>
        </Section>
        <MailChoice />
      </Sheet>
    </>
  );
}
