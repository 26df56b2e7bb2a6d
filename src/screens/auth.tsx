// Sign in, sign up, ask for a new password, and what links of mails open.
import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';
import { Navigate, useLocation, useSearchParams } from 'react-router-dom';
import { useSession } from '../data/session.ts';
import { answering } from '../features/account/arriving.ts';
import { forgetAuthError, readAuthError } from '../features/account/auth-error-message.ts';
import { AuthFrame } from '../features/account/auth-frame.tsx';
import { ProviderButton } from '../features/account/provider-button.tsx';
import { findProvider, type Provider } from '../features/account/provider-sign-in.ts';
import { requestedPageFrom } from '../features/account/requested-page.ts';
import { SignInForm } from '../features/account/sign-in-form.tsx';
import { useFoundInvitation } from '../features/account/use-found-invitation.ts';
import { ReachBanner } from '../shell/reach-banner.tsx';
import { authText, signInUrlError } from '../text/auth.ts';
import { Note } from '../ui/note.tsx';
import { Segmented } from '../ui/segmented.tsx';

/** A part of this page that is loaded when it is first shown: a visitor who only signs in waits for none of these. */
const later = <Name extends string, Props extends object>(name: Name, load: () => Promise<Record<Name, ComponentType<Props>>>) =>
  lazy(async () => ({ default: (await load())[name] }));

const SignUpForm = later('SignUpForm', () => import('../features/account/sign-up-form.tsx'));
const ForgotPassword = later('ForgotPassword', () => import('../features/account/forgot-password.tsx'));
const VerificationNotice = later('VerificationNotice', () => import('../features/account/verification-notice.tsx'));
const CodeStep = later('CodeStep', () => import('../features/account/code-step.tsx'));
const VerifyAddress = later('VerifyAddress', () => import('../features/account/verify-address.tsx'));
const KeptSeat = later('KeptSeat', () => import('../features/account/kept-seat.tsx'));
const ConfirmAddress = later('ConfirmAddress', () => import('../features/account/confirm-address.tsx'));

type Mode = 'signin' | 'signup' | 'forgot-password' | 'verification-notice' | 'code';
const modes: readonly Mode[] = ['signin', 'signup', 'forgot-password', 'verification-notice', 'code'];

/** Pages that lead here may name a mode: landing's 'Join Your Tribe' starts with signing up. */
const askedMode = (state: unknown): Mode | undefined => modes.find((mode) => (state as { mode?: unknown } | null)?.mode === mode);

export default function AuthScreen() {
  return (
    <Suspense fallback={<div aria-busy="true" />}>
      <AuthPage />
    </Suspense>
  );
}

function AuthPage() {
  const [params] = useSearchParams();
  const { status } = useSession();
  const token = params.get('verify');
  if (token) return <VerifyAddress token={token} />;
  const newAddress = params.get('address');
  if (newAddress) return <ConfirmAddress token={newAddress} />;
  const invite = params.get('invite') || undefined;
  // A member who opens an invitation, or has just signed in with it, is asked for their answer at once.
  if (status === 'signed-in') return <Navigate to="/posts" replace state={invite ? answering(invite) : null} />;
  return <SignInOrUp invite={invite} urlError={params.get('error')} />;
}

function SignInOrUp({ invite, urlError }: { readonly invite: string | undefined; readonly urlError: string | null }) {
  const { state } = useLocation();
  const { expired, deleted } = useSession();
  const [mode, setMode] = useState<Mode>(askedMode(state) ?? (invite ? 'signup' : 'signin'));
  const [email, setEmail] = useState('');
  const [message, setMessage] = useState(() => signInUrlError(urlError) ?? readAuthError() ?? (expired ? authText.expired : undefined));
  const [provider, setProvider] = useState<Provider | null>();
  const invitation = useFoundInvitation(invite);
  const found = typeof invitation === 'object' ? invitation : undefined;
  useEffect(() => forgetAuthError(), []);
  useEffect(() => void findProvider().then(setProvider), []);

  // The address that the invitation was sent to, unless the visitor has already typed another.
  const invited = found?.email;
  useEffect(() => {
    if (invited) setEmail((typed) => typed || invited);
  }, [invited]);

  const change = (next: Mode) => {
    setMode(next);
    setMessage(undefined);
  };
  if (mode === 'forgot-password') return <ForgotPassword email={email} onEmail={setEmail} onBack={() => change('signin')} />;
  if (mode === 'verification-notice') return <VerificationNotice email={email.trim()} onBack={() => change('signin')} />;
  const back = (said?: string) => {
    setMode('signin');
    setMessage(said);
  };
  if (mode === 'code') return <CodeStep onBack={back} />;
  // The form is shown once it is known whether the button is above it: nothing may move below a finger.
  if (provider === undefined || invitation === undefined) return <div aria-busy="true" />;
  const shared = { email, onEmail: setEmail, message, onMessage: setMessage };
  return (
    <AuthFrame
      heading={mode === 'signin' ? authText.login : authText.signUp}
      head={found && <KeptSeat invitation={found} />}
      foot={authText.age}
    >
      <ReachBanner />
      {deleted && mode === 'signin' && <Note kind="success">{authText.deleted}</Note>}
      {invitation === 'gone' && <Note kind="info">{authText.invitationGone}</Note>}
      {invite && invitation === 'unknown' && <Note kind="info">{authText.invited}</Note>}
      {provider && <ProviderButton provider={provider} invite={invite} asked={requestedPageFrom(state)} onMessage={setMessage} />}
      <Segmented
        label={authText.loginOrSignUp}
        value={mode}
        onChange={change}
        options={[
          { value: 'signin', label: authText.login },
          { value: 'signup', label: authText.signUp },
        ]}
      />
      {mode === 'signin' ? (
        <SignInForm {...shared} onForgot={() => change('forgot-password')} onCode={() => change('code')} />
      ) : (
        <Suspense fallback={<div aria-busy="true" />}>
          <SignUpForm {...shared} invite={invite} onCreated={() => change('verification-notice')} />
        </Suspense>
      )}
    </AuthFrame>
  );
}
