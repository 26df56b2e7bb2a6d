import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { VerificationLink } from '../../../../schemas/account/account.ts';
import { isBlank } from '../../../../schemas/base/text.ts';
import { answerText } from '../../../text/answers.ts';
import { authText } from '../../../text/auth.ts';
import { commonText } from '../../../text/common.ts';
import { mailLinkText } from '../../../text/mail-links.ts';
import { Button, ButtonLink } from '../../../ui/forms/button.tsx';
import { Note } from '../../../ui/states/note.tsx';
import { Spinner } from '../../../ui/states/spinner.tsx';
import { AuthFrame } from '../auth-frame.tsx';
import { AuthResult } from '../auth-result.tsx';
import { nameError, newPasswordError } from '../field-errors.ts';
import { NameField } from '../name-field.tsx';
import { NewPasswordField } from '../new-password-field.tsx';
import styles from '../request-form.module.css';
import { RequestForm } from '../request-form.tsx';
import { resendVerification } from '../resend-verification.ts';
import { readLink, verify } from '../sign-up.ts';
import { useRequest } from '../use-request.ts';
import { arrivingNamed } from './arriving.ts';
import { waitingFor } from './kept-notice.ts';

/** The page waits no longer than this for the address that the link is about. */
const WAIT_MS = 1500;

/** What the link is about; `unknown` while it is not known within the time, or was never sent. */
function useLink(token: string): VerificationLink | 'invalid' | 'unknown' | undefined {
  const [link, setLink] = useState<VerificationLink | 'invalid' | 'unknown'>();
  useEffect(() => {
    let wanted = true;
    const late = setTimeout(() => setLink((before) => before ?? 'unknown'), WAIT_MS);
    void readLink(token).then((answer) => {
      if (wanted) setLink(answer.ok ? answer.data : answer.code === 'LINK_INVALID' || answer.status === 422 ? 'invalid' : 'unknown');
    });
    return () => {
      wanted = false;
      clearTimeout(late);
    };
  }, [token]);
  return link;
}

/**
 * The page that the link in the mail opens. Opening it only reads which address the link is about, since mail programs and scanners open
 * links too: the page asks first. If the server does not recognise this browser as one that signed up with that address, the password is
 * chosen here.
 */
export function VerifyAddress({ token }: { readonly token: string }) {
  const navigate = useNavigate();
  const link = useLink(token);
  const [askedToChoose, setChoosing] = useState(false);
  const [spent, setSpent] = useState<{ readonly words: string; readonly used: boolean }>();
  const known = typeof link === 'object' ? link : undefined;
  const isChoosing = askedToChoose || (known?.state === 'open' && !known.signed_up_here);
  const { values, message, busy, submit, field } = useRequest({
    start: { name: '', password: '' },
    check: ({ name, password }) => (isChoosing ? { name: nameError(name), password: newPasswordError(password) } : {}),
    send: ({ name, password }) => verify({ token, ...(isChoosing && { password, ...(isBlank(name) ? {} : { name: name.trim() }) }) }),
    onDone: () => navigate('/posts', { replace: true, state: arrivingNamed }),
    onFailed(failure) {
      const { code, status } = failure;
      // The link was opened again, and by now the account has a second factor.
      if (code === 'CODE_NEEDED') void navigate('/auth', { replace: true, state: { mode: 'code' } });
      else if (code === 'SIGN_UP_PASSWORD_MISSING') setChoosing(true);
      // If only the token was sent, a malformed request means a malformed link.
      else if (code.startsWith('LINK_') || (status === 422 && !isChoosing)) {
        setSpent({ words: answerText(failure), used: code === 'LINK_USED' });
      }
      // The link is still good: the member can correct the input or try again later.
      else return false;
      return true;
    },
  });

  if (link === undefined) return <Spinner />;
  if (spent !== undefined || known?.state === 'expired' || link === 'invalid')
    return <SpentLink words={spent?.words ?? mailLinkText.linkTooOld} used={spent?.used === true} email={known?.email} />;
  if (isChoosing)
    return (
      <AuthFrame heading={mailLinkText.choosePassword}>
        <p className={styles.text}>{mailLinkText.signUpPasswordMissing}</p>
        <RequestForm form={{ message, submit }}>
          <NameField hint={mailLinkText.keepName} {...field('name')} />
          {/* It may replace the button that had the focus, and the name is optional. */}
          <NewPasswordField autoFocus label={authText.password} {...field('password')} />
          <Button type="submit" variant="primary" wide busy={busy} disabled={!values.password}>
            {busy ? mailLinkText.confirming : mailLinkText.confirm}
          </Button>
        </RequestForm>
      </AuthFrame>
    );
  return (
    <AuthResult
      art="mail"
      title={mailLinkText.confirmTitle}
      text={known ? <AddressQuestion email={known.email} /> : mailLinkText.confirmHelp}
    >
      {message && <Note kind="danger">{message}</Note>}
      <Button variant="primary" busy={busy} onClick={submit}>
        {busy ? mailLinkText.confirming : mailLinkText.confirm}
      </Button>
    </AuthResult>
  );
}

const AddressQuestion = ({ email }: { readonly email: string }) => (
  <>
    {mailLinkText.confirmIs} <b>{email}</b> {mailLinkText.confirmYours}
  </>
);

interface SpentLinkProps {
  readonly words: string;
  /** the address is confirmed already */
  readonly used: boolean;
  readonly email: string | undefined;
}

/** The link opens nothing any more. If its address is known, a new link is one press away; otherwise the sign-up begins again. */
function SpentLink({ words, used, email }: SpentLinkProps) {
  const navigate = useNavigate();
  const { message, busy, submit } = useRequest({
    send: () => resendVerification({ email: email ?? '' }),
    onDone: () => navigate('/auth', { replace: true, state: waitingFor({ mode: 'verification-notice' }, email) }),
  });
  return (
    <AuthResult art="hourglass" title={mailLinkText.linkExpired} text={words}>
      {message && <Note kind="danger">{message}</Note>}
      {!used && email === undefined && (
        <ButtonLink to="/auth" variant="primary" replace state={{ mode: 'signup' }}>
          {mailLinkText.signUpAgain}
        </ButtonLink>
      )}
      {!used && email !== undefined && (
        <Button variant="primary" busy={busy} onClick={submit}>
          {busy ? commonText.sending : mailLinkText.askAnew}
        </Button>
      )}
      <ButtonLink to="/auth" replace>
        {authText.backToSignIn}
      </ButtonLink>
    </AuthResult>
  );
}
