import { FingerprintPattern, ShieldCheck } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { SignInWays } from '../../../../schemas/account/sign-in-ways.ts';
import { type Answer, OFFLINE } from '../../../data/session/request.ts';
import { answerText } from '../../../text/answers.ts';
import { commonText } from '../../../text/common.ts';
import { passwordText } from '../../../text/passwords.ts';
import { presenceText } from '../../../text/presence.ts';
import { providerText } from '../../../text/provider.ts';
import { codeText, passkeyText } from '../../../text/sign-in-ways.ts';
import { Button } from '../../../ui/forms/button.tsx';
import { PasswordField } from '../../../ui/forms/field.tsx';
import { Sheet } from '../../../ui/overlays/sheet.tsx';
import { NotFetched } from '../../../ui/states/not-fetched.tsx';
import { Note } from '../../../ui/states/note.tsx';
import { passkeysWork } from '../passkeys-work.ts';
import form from '../request-form.module.css';
import { useFetched } from '../use-fetched.ts';
import { answerQuestion, onQuestion, openQuestion, type PresenceSheetName, showPresence } from './presence.ts';
import { goToProviderForPresence } from './presence-by-provider.ts';
import { readSignInWays } from './sign-in-ways.ts';

/** The one question "Is it you?", for everything in the settings that takes it. A page that leaves the settings has not answered it. */
export function PresenceSheet() {
  const question = useSyncExternalStore(onQuestion, openQuestion);
  useEffect(() => () => answerQuestion(false), []);
  return (
    <Sheet
      open={question !== null}
      onOpenChange={(isOpen) => !isOpen && answerQuestion(false)}
      title={presenceText.title}
      text={presenceText.text}
    >
      {question && <Ways from={question.from} />}
    </Sheet>
  );
}

type Way = 'password' | 'passkey' | 'provider';

function Ways({ from }: { readonly from: PresenceSheetName }) {
  const { data: ways, offline, load, retry } = useFetched(readSignInWays);
  const [busy, setBusy] = useState<Way>();
  const [message, setMessage] = useState<string>();
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string>();
  const field = useRef<HTMLInputElement>(null);

  if (typeof ways === 'string')
    return (
      <NotFetched state={offline ? 'offline' : ways} offlineText={presenceText.offline} failedText={codeText.failed} onRetry={retry} />
    );

  const prove = async (way: Way, act: () => Promise<Answer<unknown>>) => {
    if (busy || offline) return;
    setMessage(undefined);
    setError(undefined);
    setBusy(way);
    const answer = await act();
    // After leaving for the provider this page is about to close.
    if (answer.ok && way === 'provider') return;
    setBusy(undefined);
    if (answer.ok) return answerQuestion(true);
    if (answer.code === 'PRESENT_PASSWORD_WRONG') {
      setError(answerText(answer));
      field.current?.focus();
      field.current?.select();
      return;
    }
    setMessage(answer.status === 429 ? presenceText.slowed : answerText(answer));
    // Another tab may have set a password, or removed the passkey.
    if (answer.code === 'PRESENT_PASSWORD_MISSING' || answer.code === 'PASSKEY_REFUSED') void load();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (password) return void prove('password', () => showPresence({ password }));
    setError(passwordText.passwordRequired);
    field.current?.focus();
  };
  const byPasskey = () =>
    import('./presence-by-passkey.ts').then(
      ({ showPresenceByPasskey }) => showPresenceByPasskey(),
      () => OFFLINE,
    );
  const { passkey, provider } = waysOf(ways);
  return (
    <div className={form.form}>
      {offline && <Note kind="warning">{presenceText.offline}</Note>}
      {message && <Note kind="danger">{message}</Note>}
      {ways.has_password && (
        <form className={form.form} noValidate onSubmit={submit}>
          <PasswordField
            ref={field}
            label={commonText.yourPassword}
            name="current-password"
            autoComplete="current-password"
            autoFocus
            value={password}
            error={error}
            onChange={(event) => setPassword(event.target.value)}
          />
          <Button type="submit" variant="primary" wide icon={<ShieldCheck />} busy={busy === 'password'} disabled={offline}>
            {busy === 'password' ? presenceText.checking : presenceText.go}
          </Button>
        </form>
      )}
      {passkey && (
        <Button
          variant={ways.has_password ? 'soft' : 'primary'}
          wide
          autoFocus={!ways.has_password}
          icon={<FingerprintPattern />}
          busy={busy === 'passkey'}
          disabled={offline}
          onClick={() => void prove('passkey', byPasskey)}
        >
          {busy === 'passkey' ? passkeyText.adding : presenceText.passkey}
        </Button>
      )}
      {provider && (
        <>
          <p className={form.text}>{presenceText.providerHelp}</p>
          <Button
            variant={passkey ? 'soft' : 'primary'}
            wide
            autoFocus={!passkey}
            busy={busy === 'provider'}
            disabled={offline}
            onClick={() => void prove('provider', () => goToProviderForPresence(from))}
          >
            {providerText.continueWith} {provider}
          </Button>
        </>
      )}
      {!ways.has_password && !passkey && !provider && <Note>{presenceText.noWay}</Note>}
      <Button wide onClick={() => answerQuestion(false)}>
        {commonText.cancel}
      </Button>
    </div>
  );
}

/** The ways besides the password. The server takes the provider only where there is no password. */
function waysOf({ passkeys, has_password, provider }: SignInWays): { readonly passkey: boolean; readonly provider: string | null } {
  return { passkey: passkeys.length > 0 && passkeysWork(), provider: has_password ? null : provider };
}
