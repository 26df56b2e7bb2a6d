// The page that the link of a reset mail opens.
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { ResetAnswer } from '../../schemas/account/account.ts';
import { RESET_PASSWORD_MIN } from '../../schemas/account/account-limits.ts';
import { isBlank } from '../../schemas/base/text.ts';
import { answerWording } from '../../schemas/wording/answer-wording.ts';
import { request } from '../data/session/request.ts';
import { passwordRecovery } from '../data/session/session.ts';
import { openedLink } from '../features/account/arrival/opened-link.ts';
import { AuthFrame } from '../features/account/auth-frame.tsx';
import { AuthResult } from '../features/account/auth-result.tsx';
import { nameError } from '../features/account/field-errors.ts';
import { NameField } from '../features/account/name-field.tsx';
import { NewPasswordField } from '../features/account/new-password-field.tsx';
import styles from '../features/account/request-form.module.css';
import { RequestForm } from '../features/account/request-form.tsx';
import { useRequest } from '../features/account/use-request.ts';
import { answerText } from '../text/answers.ts';
import { authText } from '../text/auth.ts';
import { commonText } from '../text/common.ts';
import { mailLinkText } from '../text/mail-links.ts';
import { passwordText, RESET_LINK_ERROR, resetLinkError } from '../text/passwords.ts';
import { Button, ButtonLink } from '../ui/forms/button.tsx';
import { PasswordField } from '../ui/forms/field.tsx';

/** The errors that a link may report, whether before the # or after it. */
function errorParams(search: string, hash: string): URLSearchParams {
  return new URLSearchParams([...new URLSearchParams(search), ...new URLSearchParams(hash.slice(1))]);
}

export default function ResetPasswordScreen() {
  const location = useLocation();
  const token = openedLink(location)?.token;
  // A link that is opened in the tab of another one loads no new page. The key keeps nothing of the first.
  return <ResetPassword key={token} token={token} linkError={resetLinkError(errorParams(location.search, location.hash))} />;
}

function ResetPassword({ token, linkError }: { readonly token: string | undefined; readonly linkError: string | undefined }) {
  const [expired, setExpired] = useState<string>();
  const [done, setDone] = useState<ResetAnswer>();
  const problem = expired ?? linkError ?? (token ? undefined : RESET_LINK_ERROR);

  if (done)
    return (
      <AuthResult
        art="lantern"
        title={passwordText.passwordResetTitle}
        text={done.taken_back ? passwordText.takenBack : passwordText.passwordUpdatedSignIn}
      >
        <ButtonLink to="/auth" variant="primary" replace>
          {authText.signIn}
        </ButtonLink>
      </AuthResult>
    );
  if (problem || !token)
    return (
      <AuthResult art="hourglass" title={mailLinkText.linkExpired} text={problem ?? RESET_LINK_ERROR}>
        <ButtonLink to="/auth" state={{ mode: 'forgot-password' }} variant="primary" replace>
          {passwordText.requestReset}
        </ButtonLink>
        <ButtonLink to="/auth" replace>
          {authText.backToSignIn}
        </ButtonLink>
      </AuthResult>
    );
  return <NewPassword token={token} onExpired={setExpired} onDone={setDone} />;
}

function NewPassword({
  token,
  onExpired,
  onDone,
}: {
  readonly token: string;
  readonly onExpired: (text: string) => void;
  readonly onDone: (answer: ResetAnswer) => void;
}) {
  /** The link makes the account of a sign-up. The name of that sign-up may be a stranger's, so its owner types one. */
  const [isNew, setIsNew] = useState(false);
  useEffect(() => passwordRecovery('opened'), []);
  const { values, busy, field, ...form } = useRequest({
    start: { name: '', password: '', again: '' },
    check: ({ name, password, again }) => ({
      name: isNew ? nameError(name) : undefined,
      password: password.length < RESET_PASSWORD_MIN ? passwordText.passwordTooShort : undefined,
      again: password === again ? undefined : passwordText.passwordsDiffer,
    }),
    send: ({ name, password }) =>
      request<ResetAnswer>('POST', '/api/auth/reset-password', { body: { token, password, ...(isNew ? { name: name.trim() } : {}) } }),
    onDone(answer) {
      passwordRecovery('used');
      onDone(answer);
    },
    onFailed(failure) {
      if (failure.code.startsWith('LINK_')) onExpired(answerText(failure));
      else if (failure.code === 'SIGN_UP_NAME_MISSING') setIsNew(true);
      else return false;
      return true;
    },
  });
  return (
    <AuthFrame heading={isNew ? passwordText.nameTitle : passwordText.chooseNewPassword}>
      {isNew && <p className={styles.text}>{answerWording.SIGN_UP_NAME_MISSING}</p>}
      <RequestForm form={form}>
        {isNew && <NameField autoFocus {...field('name')} />}
        <NewPasswordField label={passwordText.newPassword} {...field('password')} />
        <PasswordField label={passwordText.confirmPassword} name="confirmation" autoComplete="new-password" {...field('again')} />
        <Button
          type="submit"
          variant="primary"
          wide
          busy={busy}
          disabled={!values.password || !values.again || (isNew && isBlank(values.name))}
        >
          {busy ? commonText.saving : passwordText.savePassword}
        </Button>
      </RequestForm>
    </AuthFrame>
  );
}
