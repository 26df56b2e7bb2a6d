import { Trash2 } from 'lucide-react';
import { useId } from 'react';
import { DELETE_WORD } from '../../../../schemas/account/delete-word.ts';
import { accountDeleted } from '../../../data/session/session.ts';
import { useNoConnection } from '../../../data/store/use-no-connection.ts';
import { deleteAccountText } from '../../../text/account.ts';
import { commonText } from '../../../text/common.ts';
import { Button } from '../../../ui/forms/button.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { Sheet, type SheetControl } from '../../../ui/overlays/sheet.tsx';
import { Note } from '../../../ui/states/note.tsx';
import { RequestForm } from '../request-form.tsx';
import { useRequest } from '../use-request.ts';
import { deleteAccount } from './delete-account.ts';

/**
 * Deletes the account once the word is typed exactly. It needs a connection. Afterwards nothing of the account is left on this device
 * either.
 */
export function DeleteAccountSheet(control: SheetControl) {
  return control.open ? <OpenDeleteAccountSheet {...control} /> : null;
}

function OpenDeleteAccountSheet({ onOpenChange, ...control }: SheetControl) {
  const formId = useId();
  const offline = useNoConnection();
  const { values, busy, field, ...form } = useRequest({
    start: { word: '' },
    offline,
    send: () => deleteAccount(DELETE_WORD),
    // After that the signed-out routes take over.
    onDone: accountDeleted,
  });
  return (
    <Sheet
      {...control}
      onOpenChange={(next) => {
        if (!busy) onOpenChange(next);
      }}
      title={deleteAccountText.title}
      text={deleteAccountText.text}
      actions={
        <>
          <Button
            variant="danger-fill"
            wide
            type="submit"
            form={formId}
            icon={<Trash2 />}
            busy={busy}
            disabled={values.word !== DELETE_WORD || offline}
          >
            {busy ? deleteAccountText.busy : deleteAccountText.title}
          </Button>
          <Button variant="soft" wide disabled={busy} onClick={() => onOpenChange(false)}>
            {commonText.cancel}
          </Button>
        </>
      }
    >
      {offline && <Note kind="warning">{deleteAccountText.offline}</Note>}
      <RequestForm form={form} id={formId}>
        <Field
          label={deleteAccountText.word}
          autoFocus
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          {...field('word')}
        />
      </RequestForm>
    </Sheet>
  );
}
