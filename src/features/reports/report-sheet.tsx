import { Flag } from 'lucide-react';
import { type FormEvent, type RefObject, useId, useRef, useState } from 'react';
import { settingId } from '../../../schemas/profiles/setting-keys.ts';
import { REPORT_WORDS_MAX } from '../../../schemas/reports/report-limits.ts';
import { reportedKey } from '../../../schemas/reports/reported-key.ts';
import { useDraft } from '../../data/drafts/drafts.ts';
import { useOffline } from '../../data/store/connection.ts';
import { useLiveDocument, useStore } from '../../data/store/local-store.tsx';
import { writeOutcome } from '../../data/store/write-outcome.ts';
import { reportText } from '../../text/reports.ts';
import { Button } from '../../ui/forms/button.tsx';
import { DraftRestored } from '../../ui/forms/draft-restored.tsx';
import { TextArea } from '../../ui/forms/field.tsx';
import { Sheet } from '../../ui/overlays/sheet.tsx';
import { notify } from '../../ui/overlays/toast.ts';
import { Note } from '../../ui/states/note.tsx';
import { OtherDrafts } from '../outbox/other-drafts.tsx';
import { type ReportedThing, writeReport } from './write-report.ts';

/**
 * Reports an item to the operator of the server, with or without a comment, or says that it is reported already. The text is kept as a
 * draft until it is sent. Render it while it is open.
 */
export function ReportSheet({
  thing,
  onClose,
  returnTo,
}: {
  readonly thing: ReportedThing;
  readonly onClose: () => void;
  /** the element that opened the sheet */
  readonly returnTo?: RefObject<HTMLElement | null> | undefined;
}) {
  const store = useStore();
  const formId = useId();
  const offline = useOffline();
  const key = reportedKey(thing.type, thing.id);
  const id = settingId(store.userId, key);
  const { row } = useLiveDocument('settings', id);
  const draft = useDraft<string>(key);
  const field = useRef<HTMLTextAreaElement>(null);
  const [busy, setBusy] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    try {
      await writeReport(store, thing, draft.value ?? '');
    } catch {
      notify.error(reportText.failed);
      setBusy(false);
      return;
    }
    await draft.discard();
    onClose();
    // A refused report is shown among the refused writes.
    const outcome = await writeOutcome(store, 'settings', id);
    if (outcome === 'waits') notify.info(reportText.waits);
    else if (outcome === 'accepted') notify.success(reportText.thanks);
  };
  return (
    <Sheet
      open
      onOpenChange={(open) => open || onClose()}
      returnTo={returnTo}
      title={row ? reportText.reported : reportText.title(thing.type)}
      text={row ? reportText.done(thing.type) : reportText.help}
      actions={
        row === null && (
          <Button variant="primary" type="submit" form={formId} icon={<Flag />} busy={busy}>
            {reportText.report}
          </Button>
        )
      }
    >
      {row?.pending === 1 && offline && <Note>{reportText.waits}</Note>}
      {row === null && (
        <form id={formId} noValidate onSubmit={(event) => void submit(event)}>
          <TextArea
            ref={field}
            label={reportText.add}
            rows={3}
            maxLength={REPORT_WORDS_MAX}
            value={draft.value ?? ''}
            onChange={(event) => draft.save(event.target.value)}
          />
          <OtherDrafts others={draft.others} onActed={() => field.current?.focus()} />
          {draft.restored && <DraftRestored onDiscard={() => void draft.discard()} />}
        </form>
      )}
    </Sheet>
  );
}
