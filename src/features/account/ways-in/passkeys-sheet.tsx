import { FingerprintPattern } from 'lucide-react';
import { useRef, useState } from 'react';
import { deviceName } from '../../../../schemas/account/device-name.ts';
import { PASSKEY_NAME_MAX, type Passkey } from '../../../../schemas/account/sign-in-ways.ts';
import { answerText } from '../../../text/answers.ts';
import { commonText } from '../../../text/common.ts';
import { passkeyText } from '../../../text/sign-in-ways.ts';
import { Button } from '../../../ui/forms/button.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { Item, List } from '../../../ui/list.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { Sheet, type SheetControl } from '../../../ui/overlays/sheet.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { NotFetched } from '../../../ui/states/not-fetched.tsx';
import { Note, type NoteKind } from '../../../ui/states/note.tsx';
import { OtherDevicesOffer } from '../devices/other-devices-offer.tsx';
import { passkeysWork } from '../passkeys-work.ts';
import styles from '../presence/sign-in-ways.module.css';
import { readSignInWays, removePasskey, renamePasskey } from '../presence/sign-in-ways.ts';
import formStyles from '../request-form.module.css';
import { RequestForm } from '../request-form.tsx';
import { useFetched } from '../use-fetched.ts';
import { useRequest } from '../use-request.ts';
import { addPasskey } from './add-passkey.ts';

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
  const { data: ways, offline, load, retry } = useFetched(readSignInWays);
  const [message, setMessage] = useState<Message>();
  const [renaming, setRenaming] = useState<string>();
  const [removing, setRemoving] = useState<Passkey>();
  const [busy, setBusy] = useState<Passkey>();
  const [changed, setChanged] = useState(false);
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
    setRemoving(undefined);
    setMessage(undefined);
    setBusy(passkey);
    const answer = await removePasskey(passkey);
    setBusy(undefined);
    // A passkey that was removed already counts as removed.
    if (answer.ok || answer.status === 404) {
      setChanged(true);
      await done(passkeyText.removed);
    } else setMessage({ kind: 'danger', text: answerText(answer) });
  };
  return (
    <div ref={top} tabIndex={-1} className={styles.part}>
      {offline && <Note kind="warning">{passkeyText.offline}</Note>}
      {message && <Note kind={message.kind}>{message.text}</Note>}
      {changed && <OtherDevicesOffer from="passkeys" offline={offline} />}
      {ways.passkeys.length === 0 ? (
        <p className={formStyles.text}>{passkeyText.none}</p>
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
                      busy={busy?.id === passkey.id}
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
          onMessage={setMessage}
          onDone={() => {
            setChanged(true);
            return done(passkeyText.added);
          }}
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

const missingName = ({ name }: { readonly name: string }) => ({ name: name.trim() ? undefined : commonText.nameRequired });

function Rename({
  passkey,
  onEnd,
  onDone,
}: {
  readonly passkey: Passkey;
  readonly onEnd: () => void;
  readonly onDone: () => Promise<void>;
}) {
  const { busy, field, ...form } = useRequest({
    start: { name: passkey.name },
    check: missingName,
    send: ({ name }) => renamePasskey(passkey, name),
    onDone,
  });
  return (
    <RequestForm form={form} className={styles.rename}>
      <Field label={passkeyText.name} autoFocus autoComplete="off" maxLength={PASSKEY_NAME_MAX} {...field('name')} />
      <div className={styles.row}>
        <Button type="submit" size="small" variant="primary" busy={busy}>
          {commonText.save}
        </Button>
        <Button size="small" onClick={onEnd}>
          {commonText.cancel}
        </Button>
      </div>
    </RequestForm>
  );
}

function AddPasskey({
  offline,
  onMessage,
  onDone,
}: {
  readonly offline: boolean;
  readonly onMessage: (message: Message | undefined) => void;
  readonly onDone: () => Promise<void>;
}) {
  const { busy, field, ...form } = useRequest({
    start: { name: deviceName(navigator.userAgent) },
    offline,
    check: missingName,
    send: ({ name }) => addPasskey(name),
    onDone,
    onMessage: (text) => onMessage(text === undefined ? undefined : { kind: 'danger', text }),
  });
  return (
    <RequestForm form={form}>
      <Field label={passkeyText.name} hint={passkeyText.nameHint} autoComplete="off" maxLength={PASSKEY_NAME_MAX} {...field('name')} />
      <Button type="submit" variant="primary" wide icon={<FingerprintPattern />} busy={busy} disabled={offline}>
        {busy ? passkeyText.adding : passkeyText.add}
      </Button>
    </RequestForm>
  );
}
