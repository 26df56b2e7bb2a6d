import { FingerprintPattern } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { deviceName } from '../../../schemas/account/device-name.ts';
import { PASSKEY_NAME_MAX, type Passkey } from '../../../schemas/account/sign-in-ways.ts';
import { answerText } from '../../text/answers.ts';
import { commonText } from '../../text/common.ts';
import { passkeyText } from '../../text/sign-in-ways.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Item, List } from '../../ui/list.tsx';
import { NotFetched } from '../../ui/not-fetched.tsx';
import { Note, type NoteKind } from '../../ui/note.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Sheet, type SheetControl } from '../../ui/sheet.tsx';
import { addPasskey } from './add-passkey.ts';
import { passkeysWork } from './passkey-support.ts';
import form from './sign-in-form.module.css';
import styles from './sign-in-ways.module.css';
import { removePasskey, renamePasskey } from './sign-in-ways.ts';
import { usePresence } from './use-presence.tsx';
import { useSignInWays } from './use-sign-in-ways.ts';

/** Adds, renames and removes the member's passkeys. It needs a connection, and says so before anything starts. */
export function PasskeysSheet(control: SheetControl) {
  return (
    <Sheet {...control} title={passkeyText.title} text={passkeyText.help}>
      <Passkeys />
    </Sheet>
  );
}

interface Message {
  readonly kind: NoteKind;
  readonly text: string;
}

function Passkeys() {
  const { ways, offline, load, retry } = useSignInWays();
  const [message, setMessage] = useState<Message>();
  const [renaming, setRenaming] = useState<string>();
  const [removing, setRemoving] = useState<Passkey>();
  const [busy, setBusy] = useState(false);
  const top = useRef<HTMLDivElement>(null);

  if (typeof ways === 'string')
    return (
      <NotFetched state={offline ? 'offline' : ways} offlineText={passkeyText.offline} failedText={passkeyText.failed} onRetry={retry} />
    );

  /** The pressed button is gone or has another name. */
  const done = async (text: string) => {
    await load();
    setMessage({ kind: 'success', text });
    top.current?.focus();
  };
  const remove = async (passkey: Passkey) => {
    setBusy(true);
    const answer = await removePasskey(passkey);
    setBusy(false);
    setRemoving(undefined);
    // A passkey that was removed already counts as removed.
    if (answer.ok || answer.status === 404) await done(passkeyText.removed);
    else setMessage({ kind: 'danger', text: answerText(answer) });
  };
  return (
    <div ref={top} tabIndex={-1} className={styles.part}>
      {offline && <Note kind="warning">{passkeyText.offline}</Note>}
      {message && <Note kind={message.kind}>{message.text}</Note>}
      {ways.passkeys.length === 0 ? (
        <p className={form.text}>{passkeyText.none}</p>
      ) : (
        <List label={passkeyText.title}>
          {ways.passkeys.map((passkey) => (
            <Item
              key={passkey.id}
              plain
              lead={<FingerprintPattern />}
              title={passkey.name}
              line={<Used passkey={passkey} />}
              actionsBelow
              actions={
                renaming === passkey.id ? (
                  <Rename
                    passkey={passkey}
                    onEnd={() => setRenaming(undefined)}
                    onDone={async () => {
                      setRenaming(undefined);
                      await done(passkeyText.renamed);
                    }}
                  />
                ) : (
                  <>
                    <Button
                      size="small"
                      aria-label={passkeyText.renameOf(passkey.name)}
                      disabled={offline}
                      onClick={() => setRenaming(passkey.id)}
                    >
                      {passkeyText.rename}
                    </Button>
                    <Button
                      size="small"
                      variant="danger-quiet"
                      aria-label={passkeyText.removeOf(passkey.name)}
                      disabled={offline}
                      onClick={() => setRemoving(passkey)}
                    >
                      {passkeyText.remove}
                    </Button>
                  </>
                )
              }
            />
          ))}
        </List>
      )}
      {passkeysWork() ? (
        <AddPasskey
          key={ways.passkeys.length}
          offline={offline}
          hasPassword={ways.has_password}
          onMessage={setMessage}
          onDone={() => done(passkeyText.added)}
        />
      ) : (
        <Note>{'PublicKeyCredential' in window ? passkeyText.wrongPlace : passkeyText.unsupported}</Note>
      )}
      <ConfirmDialog
        open={removing !== undefined}
        onOpenChange={(isOpen) => !isOpen && setRemoving(undefined)}
        title={passkeyText.removeQuestion(removing?.name ?? '')}
        text={passkeyText.removeText}
        confirmLabel={passkeyText.remove}
        danger
        busy={busy}
        onConfirm={() => removing && void remove(removing)}
      />
    </div>
  );
}

function Used({ passkey }: { readonly passkey: Passkey }) {
  return (
    <>
      {passkey.last_used_at === null ? (
        passkeyText.neverUsed
      ) : (
        <>
          {passkeyText.used} <RelativeTime iso={passkey.last_used_at} within />
        </>
      )}
      {passkey.backed_up && ` · ${passkeyText.synced}`}
    </>
  );
}

function Rename({
  passkey,
  onEnd,
  onDone,
}: {
  readonly passkey: Passkey;
  readonly onEnd: () => void;
  readonly onDone: () => Promise<void>;
}) {
  const [name, setName] = useState(passkey.name);
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (!name.trim()) return setError(commonText.nameRequired);
    setBusy(true);
    const answer = await renamePasskey(passkey, name);
    setBusy(false);
    if (answer.ok) await onDone();
    else setError(answerText(answer));
  };
  return (
    <form className={styles.rename} noValidate onSubmit={(event) => void submit(event)}>
      <Field
        label={passkeyText.name}
        autoFocus
        autoComplete="off"
        maxLength={PASSKEY_NAME_MAX}
        value={name}
        error={error}
        onChange={(event) => setName(event.target.value)}
      />
      <div className={styles.row}>
        <Button type="submit" size="small" variant="primary" busy={busy}>
          {commonText.save}
        </Button>
        <Button size="small" onClick={onEnd}>
          {commonText.cancel}
        </Button>
      </div>
    </form>
  );
}

function AddPasskey({
  offline,
  hasPassword,
  onMessage,
  onDone,
}: {
  readonly offline: boolean;
  readonly hasPassword: boolean;
  readonly onMessage: (message: Message | undefined) => void;
  readonly onDone: () => Promise<void>;
}) {
  const [name, setName] = useState(() => deviceName(navigator.userAgent));
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const presence = usePresence({ hasPassword });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || offline) return;
    onMessage(undefined);
    setError(name.trim() ? undefined : commonText.nameRequired);
    if (!name.trim() || !presence.check()) return;
    setBusy(true);
    const answer = await addPasskey(name, presence.body);
    setBusy(false);
    if (answer.ok) await onDone();
    else if (!presence.handles(answer)) onMessage({ kind: 'danger', text: answerText(answer) });
  };
  return (
    <form className={form.form} noValidate onSubmit={(event) => void submit(event)}>
      <Field
        label={passkeyText.name}
        hint={passkeyText.nameHint}
        autoComplete="off"
        maxLength={PASSKEY_NAME_MAX}
        value={name}
        error={error}
        onChange={(event) => setName(event.target.value)}
      />
      {presence.field}
      <Button type="submit" variant="primary" wide icon={<FingerprintPattern />} busy={busy} disabled={offline}>
        {busy ? passkeyText.adding : passkeyText.add}
      </Button>
    </form>
  );
}
