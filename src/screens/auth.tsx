// Sign in, sign up, ask for a new password, and what links of mails open.
import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';
import { Navigate, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { notKeptFrom, SHARE_PATH } from '../../schemas/share-target/share-target.ts';
import { useSession } from '../data/session/session.ts';
import { answering } from '../features/account/arrival/arriving.ts';
import { addressWaiting, waitingFor } from '../features/account/arrival/kept-notice.ts';
import { openedLink } from '../features/account/arrival/opened-link.ts';
import { requestedPageFrom } from '../features/account/arrival/requested-page.ts';
import { useFoundInvitation } from '../features/account/arrival/use-found-invitation.ts';
import { forgetAuthError, readAuthError } from '../features/account/auth-error-message.ts';
import { AuthFrame } from '../features/account/auth-frame.tsx';
import { findProvider, type Provider } from '../features/account/sign-in/find-provider.ts';
import { SignInForm } from '../features/account/sign-in/sign-in-form.tsx';
import { ReachBanner } from '../shell/connection/reach-banner.tsx';
import { authText, signInUrlError } from '../text/auth.ts';
import { Button } from '../ui/forms/button.tsx';
import { Segmented } from '../ui/forms/segmented.tsx';
import { Note } from '../ui/states/note.tsx';
import { Spinner } from '../ui/states/spinner.tsx';

/** A part of this page that is loaded when it is first shown: a visitor who only signs in waits for none of these. */
const later = <Name extends string, Props extends object>(name: Name, load: () => Promise<Record<Name, ComponentType<Props>>>) =>
  lazy(async () => ({ default: (await load())[name] }));

const privacy = () => import('./privacy.tsx');
const signUpForm = () => import('../features/account/sign-in/sign-up-form.tsx');
const keptSeat = () => import('../features/account/arrival/kept-seat.tsx');
const takeSeatForm = () => import('../features/account/arrival/take-seat-form.tsx');
const SignUpForm = later('SignUpForm', signUpForm);
const ForgotPassword = later('ForgotPassword', () => import('../features/account/sign-in/forgot-password.tsx'));
const VerificationNotice = later('VerificationNotice', () => import('../features/account/arrival/verification-notice.tsx'));
const CodeStep = later('CodeStep', () => import('../features/account/sign-in/code-step.tsx'));
const VerifyAddress = later('VerifyAddress', () => import('../features/account/arrival/verify-address.tsx'));
const KeptSeat = later('KeptSeat', keptSeat);
const TakeSeatForm = later('TakeSeatForm', takeSeatForm);
const PrivacySheet = later('PrivacySheet', () => import('../features/account/arrival/privacy-sheet.tsx'));
const ConfirmAddress = later('ConfirmAddress', () => import('../features/account/ways-in/confirm-address.tsx'));

type Mode = 'signin' | 'signup' | 'forgot-password' | 'verification-notice' | 'code';
/** For a visitor who shared something: it waits until they sign in. */
function sharedText(requested: string | undefined): string | undefined {
  const [path, search = ''] = requested?.split('?') ?? [];
  if (path !== SHARE_PATH) return undefined;
  return notKeptFrom(search) ? authText.notShared : authText.shared;
}

const modes: readonly Mode[] = ['signin', 'signup', 'forgot-password', 'verification-notice', 'code'];

/** Pages that lead here may name a mode. 'Join Your Tribe' does so in the address: it can be pressed before the app runs. */
const askedMode = (state: unknown, search: string): Mode | undefined =>
  modes.find((mode) => (state as { mode?: unknown } | null)?.mode === mode) ??
  (new URLSearchParams(search).get('mode') === 'signup' ? 'signup' : undefined);

/** The mode to begin with. The page that waits for a mail names the address. */
function startMode(state: unknown, search: string): Mode | undefined {
  const mode = askedMode(state, search);
  return mode === 'verification-notice' && !addressWaiting(state) ? undefined : mode;
}

export default function AuthScreen() {
  return (
    <Suspense fallback={<Spinner />}>
      <AuthPage />
    </Suspense>
  );
}

function AuthPage() {
  const [params] = useSearchParams();
  const { status } = useSession();
  const { kind, token, secret } = openedLink(useLocation()) ?? {};
  // A link that is opened in the tab of another one loads no new page. The key keeps nothing of the first.
  if (kind === 'verify' && token) return <VerifyAddress key={token} token={token} />;
  if (kind === 'address' && token) return <ConfirmAddress key={token} token={token} />;
  const invite = kind === 'invite' ? token : undefined;
  // A member who opens an invitation, or has just signed in with it, is asked for their answer at once.
  if (status === 'signed-in') return <Navigate to="/posts" replace state={invite ? answering(invite) : null} />;
  return <SignInOrUp key={invite} invite={invite} secret={secret} urlError={params.get('error')} />;
}

interface SignInOrUpProps {
  readonly invite: string | undefined;
  /** of the mail in which the invitation came */
  readonly secret: string | undefined;
  readonly urlError: string | null;
}

function SignInOrUp({ invite, secret, urlError }: SignInOrUpProps) {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const { expired, deleted } = useSession();
  const [chosen, setChosen] = useState(() => startMode(state, search));
  const [typed, setEmail] = useState(() => addressWaiting(state));
  const [message, setMessage] = useState(() => signInUrlError(urlError) ?? readAuthError() ?? (expired ? authText.expired : undefined));
  const [provider, setProvider] = useState<Provider | null>();
  // The visitor says that the address of the mail is not theirs, or the mail proves it no more.
  const [unproved, setUnproved] = useState(false);
  const invitation = useFoundInvitation(invite, secret);
  const found = typeof invitation === 'object' ? invitation : undefined;
  useEffect(() => forgetAuthError(), []);
  useEffect(() => void findProvider().then(setProvider), []);
  useEffect(() => {
    // What shows an invitation loads while the server is asked about it. If that fails, showing it loads it again.
    for (const load of invite ? [keptSeat, secret ? takeSeatForm : signUpForm] : []) load().catch(() => undefined);
  }, [invite, secret]);

  // The address that the invitation was sent to, unless the visitor has typed another.
  const email = typed ?? found?.email ?? '';
  const mode = chosen ?? (invite && found?.address !== 'has_account' ? 'signup' : 'signin');

  const change = (next: Mode, said?: string) => {
    // Only the page that waits for a mail outlives a reload.
    const waits = next === 'verification-notice';
    if (waits || mode === 'verification-notice') {
      void navigate(pathname + search, { replace: true, state: waitingFor({ ...state, mode: next }, waits ? email.trim() : undefined) });
    }
    setChosen(next);
    setMessage(said);
  };
  if (mode === 'forgot-password') return <ForgotPassword email={email} onEmail={setEmail} onBack={() => change('signin')} />;
  if (mode === 'verification-notice')
    return <VerificationNotice email={email.trim()} onWrong={() => change('signup')} onBack={() => change('signin')} />;
  if (mode === 'code') return <CodeStep onBack={(said) => change('signin', said)} />;
  // The form is shown once it is known whether the button is above it: nothing may move below a finger.
  if (provider === undefined || invitation === undefined) return <Spinner />;
  const shared = { email, onEmail: setEmail, message, onMessage: setMessage };
  const isSignUp = mode === 'signup';
  const fromShare = sharedText(requestedPageFrom(state));
  const proved = isSignUp && found?.address === 'proved' && found.email !== undefined && !unproved;
  const byProvider = provider && (
    <provider.Button site={provider.name} invite={invite} asked={requestedPageFrom(state)} isLast={proved} onMessage={setMessage} />
  );
  const doubt = (said?: string) => {
    setUnproved(true);
    if (said === undefined) setEmail('');
    setMessage(said);
  };
  return (
    <AuthFrame
      heading={isSignUp ? authText.signUp : authText.login}
      head={found && <KeptSeat invitation={found} />}
      foot={
        <>
          {authText.age}
          {isSignUp && (
            <div>
              <PrivacySheet load={privacy} />
            </div>
          )}
        </>
      }
    >
      <ReachBanner />
      {fromShare && <Note kind="info">{fromShare}</Note>}
      {deleted && !isSignUp && <Note kind="success">{authText.deleted}</Note>}
      {invitation === 'gone' && <Note kind="info">{authText.invitationGone}</Note>}
      {invite && invitation === 'unknown' && <Note kind="info">{authText.invited}</Note>}
      {found?.address === 'has_account' && !isSignUp && <Note kind="info">{authText.hasAccount}</Note>}
      {!proved && byProvider}
      {!found && (
        <Segmented
          label={authText.loginOrSignUp}
          value={mode}
          onChange={change}
          options={[
            { value: 'signin', label: authText.login },
            { value: 'signup', label: authText.signUp },
          ]}
        />
      )}
      <Suspense fallback={<div aria-busy="true" />}>
        {!isSignUp && <SignInForm {...shared} onForgot={() => change('forgot-password')} onCode={() => change('code')} />}
        {isSignUp && !proved && <SignUpForm {...shared} invite={invite} onCreated={() => change('verification-notice')} />}
        {proved && invite && secret && found.email && (
          <TakeSeatForm
            token={invite}
            secret={secret}
            email={found.email}
            onNotMe={() => doubt()}
            onHasAccount={() => change('signin', authText.hasAccount)}
            onSpent={() => doubt(authText.notProved)}
          />
        )}
      </Suspense>
      {proved && message && <Note kind="danger">{message}</Note>}
      {proved && byProvider}
      {/* An invited person signs up. The others find their way, but not in between. */}
      {found && (
        <Button variant="quiet" onClick={() => change(isSignUp ? 'signin' : 'signup')}>
          {isSignUp ? authText.haveAccount : authText.noAccount}
        </Button>
      )}
    </AuthFrame>
  );
}
