import { ShieldCheck } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { answerText } from '../../text/answers.ts';
import { codeText } from '../../text/sign-in-ways.ts';
import { Button } from '../../ui/button.tsx';
import { NotFetched } from '../../ui/not-fetched.tsx';
import { Note } from '../../ui/note.tsx';
import { Sheet, type SheetControl } from '../../ui/sheet.tsx';
import { ConfirmCode } from './confirm-code.tsx';
import { ProveWithCode } from './prove-with-code.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import form from './sign-in-form.module.css';
import styles from './sign-in-ways.module.css';
import { beginSecondFactor, renewRecoveryCodes, turnOffSecondFactor } from './sign-in-ways.ts';
import { usePresence } from './use-presence.tsx';
import { useSignInWays } from './use-sign-in-ways.ts';

/**
 * Sets up or turns off a code at each sign-in, and renews its recovery codes. It needs a connection, and says so before anything starts.
 */
export function SecondFactorSheet(control: SheetControl) {
  return (
    <Sheet {...control} title={codeText.title} text={codeText.help}>
      <SecondFactor />
    </Sheet>
  );
}

type Doing =
  | { readonly at: 'nothing'; readonly said?: string }
  | { readonly at: 'confirming'; readonly secret: string; readonly uri: string }
  | { readonly at: 'codes'; readonly codes: readonly string[]; readonly said: string }
  | { readonly at: 'renewing' | 'turning-off' };

function SecondFactor() {
  const { ways, offline, load, retry } = useSignInWays();
  const [doing, setDoing] = useState<Doing>({ at: 'nothing' });
  const top = useRef<HTMLDivElement>(null);

  if (doing.at === 'codes')
    return (
      <RecoveryCodes
        codes={doing.codes}
        said={doing.said}
        onDone={() => {
          setDoing({ at: 'nothing' });
          void load();
        }}
      />
    );
  if (typeof ways === 'string')
    return <NotFetched state={offline ? 'offline' : ways} offlineText={codeText.offline} failedText={codeText.failed} onRetry={retry} />;

  const codes = (said: string) => (made: readonly string[]) => {
    setDoing({ at: 'codes', codes: made, said });
    void load();
  };
  const cancel = () => {
    setDoing({ at: 'nothing' });
    top.current?.focus();
  };
  const shared = { offline, hasPassword: ways.has_password, onCancel: cancel };
  return (
    <div ref={top} tabIndex={-1} className={styles.part}>
      {offline && <Note kind="warning">{codeText.offline}</Note>}
      {doing.at === 'nothing' && doing.said && <Note kind="success">{doing.said}</Note>}
      {doing.at === 'confirming' && <ConfirmCode {...doing} offline={offline} onCodes={codes(codeText.turnedOn)} onCancel={cancel} />}
      {doing.at === 'renewing' && (
        <ProveWithCode
          {...shared}
          text={codeText.renewText}
          label={codeText.renew}
          act={async (proof) => {
            const answer = await renewRecoveryCodes(proof);
            if (answer.ok) codes(codeText.renewed)(answer.data.recovery_codes);
            return answer;
          }}
        />
      )}
      {doing.at === 'turning-off' && (
        <ProveWithCode
          {...shared}
          danger
          text={codeText.turnOffText}
          label={codeText.turnOff}
          act={async (proof) => {
            const answer = await turnOffSecondFactor(proof);
            if (!answer.ok) return answer;
            await load();
            setDoing({ at: 'nothing', said: codeText.turnedOff });
            top.current?.focus();
            return answer;
          }}
        />
      )}
      {doing.at === 'nothing' && ways.second_factor.on && (
        <>
          <Note kind="info">
            {codeText.on} {codeText.recoveryLeft(ways.second_factor.recovery_codes_left)}.
          </Note>
          <Button wide disabled={offline} onClick={() => setDoing({ at: 'renewing' })}>
            {codeText.renew}
          </Button>
          <Button variant="danger" wide disabled={offline} onClick={() => setDoing({ at: 'turning-off' })}>
            {codeText.turnOff}
          </Button>
        </>
      )}
      {doing.at === 'nothing' && !ways.second_factor.on && (
        <Begin
          offline={offline}
          hasPassword={ways.has_password}
          onBegun={({ secret, uri }) => setDoing({ at: 'confirming', secret, uri })}
        />
      )}
    </div>
  );
}

function Begin({
  offline,
  hasPassword,
  onBegun,
}: {
  readonly offline: boolean;
  readonly hasPassword: boolean;
  readonly onBegun: (begun: { readonly secret: string; readonly uri: string }) => void;
}) {
  const [busy, setBusy] = useState(false);
  const [message, setMessage] = useState<string>();
  const presence = usePresence({ hasPassword });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setMessage(undefined);
    if (busy || offline || !presence.check()) return;
    setBusy(true);
    const answer = await beginSecondFactor(presence.body);
    setBusy(false);
    if (answer.ok) onBegun(answer.data);
    else if (!presence.handles(answer)) setMessage(answerText(answer));
  };
  return (
    <form className={form.form} noValidate onSubmit={(event) => void submit(event)}>
      <p className={form.text}>{codeText.off}</p>
      {message && <Note kind="danger">{message}</Note>}
      {presence.field}
      <Button type="submit" variant="primary" wide icon={<ShieldCheck />} busy={busy} disabled={offline}>
        {codeText.begin}
      </Button>
    </form>
  );
}
