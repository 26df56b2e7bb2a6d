import { Trash2 } from 'lucide-react';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { DELETE_WORD } from '../../../schemas/account/account.ts';
import { accountDeleted } from '../../data/session.ts';
import { useNoConnection } from '../../data/use-no-connection.ts';
import { deleteAccountText } from '../../text/account.ts';
import { answerText } from '../../text/answers.ts';
import { commonText } from '../../text/common.ts';
import { Button } from '../../ui/button.tsx';
import { Field, PasswordField } from '../../ui/field.tsx';
import { Note } from '../../ui/note.tsx';
import { Sheet, type SheetControl } from '../../ui/sheet.tsx';
import { deleteAccount } from './delete-account.ts';
import styles from './sign-in-form.module.css';

/**
 * Deletes the account once the word is typed exactly. It needs a connection. Afterwards nothing of the account is left on this device
 * either.
 */
export function DeleteAccountSheet(control: SheetControl) {
  const { open, onOpenChange } = control;
  const formId = useId();
  const offline = useNoConnection();
  const [busy, setBusy] = useState(false);
  const [word, setWord] = useState('');
  // The field is empty each time the sheet opens: the word typed before did not lead to a deletion.
  useEffect(() => {
    if (!open) setWord('');
  }, [open]);
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
            disabled={word !== DELETE_WORD || offline}
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
      <DeleteAccountForm id={formId} offline={offline} word={word} onWord={setWord} busy={busy} onBusy={setBusy} />
    </Sheet>
  );
}

function DeleteAccountForm({
  id,
  offline,
  word,
  onWord,
  busy,
  onBusy,
}: {
  readonly id: string;
  readonly offline: boolean;
  readonly word: string;
  readonly onWord: (word: string) => void;
  readonly busy: boolean;
  readonly onBusy: (busy: boolean) => void;
}) {
  const [password, setPassword] = useState('');
  const [bad, setBad] = useState<string>();
  const [message, setMessage] = useState<string>();
  const field = useRef<HTMLInputElement>(null);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || offline || word !== DELETE_WORD) return;
    setBad(undefined);
    setMessage(undefined);
    onBusy(true);
    const answer = await deleteAccount({ confirmation: DELETE_WORD, ...(password ? { current_password: password } : {}) });
    // After that the signed-out routes take over.
    if (answer.ok || answer.code === 'ACCOUNT_DELETED') return accountDeleted();
    onBusy(false);
    if (answer.code.startsWith('PRESENT_PASSWORD')) {
      setBad(answerText(answer));
      field.current?.focus();
    } else setMessage(answerText(answer));
  };
  return (
    <form id={id} className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      {message && <Note kind="danger">{message}</Note>}
      <Field
        label={deleteAccountText.word}
        value={word}
        autoFocus
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        onChange={(event) => onWord(event.target.value)}
      />
      <PasswordField
        ref={field}
        label={deleteAccountText.password}
        hint={deleteAccountText.passwordHint}
        name="current-password"
        autoComplete="current-password"
        value={password}
        error={bad}
        onChange={(event) => setPassword(event.target.value)}
      />
    </form>
  );
}
