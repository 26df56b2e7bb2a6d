import { isBlank } from '../../../../schemas/base/text.ts';
import { authText } from '../../../text/auth.ts';
import { signUpText } from '../../../text/sign-up.ts';
import { Button } from '../../../ui/forms/button.tsx';
import { Note } from '../../../ui/states/note.tsx';
import { EmailField } from '../email-field.tsx';
import { emailError, nameError, newPasswordError } from '../field-errors.ts';
import { NameField } from '../name-field.tsx';
import { NewPasswordField } from '../new-password-field.tsx';
import { RequestForm } from '../request-form.tsx';
import { signUp } from '../sign-up.ts';
import { useRequest } from '../use-request.ts';

export interface SignUpFormProps {
  readonly email: string;
  readonly onEmail: (email: string) => void;
  readonly message: string | undefined;
  readonly onMessage: (message: string | undefined) => void;
  /** the token of an invitation by mail */
  readonly invite?: string | undefined;
  readonly onCreated: () => void;
}

/** Name, e-mail and password. This creates the account; the mailed link verifies its address. */
export function SignUpForm({ email, onEmail, message, onMessage, invite, onCreated }: SignUpFormProps) {
  const { values, errors, busy, field, ...form } = useRequest({
    start: { name: '', password: '' },
    check: ({ name, password }) => ({ name: nameError(name), email: emailError(email), password: newPasswordError(password) }),
    send: ({ name, password }) => signUp({ email: email.trim(), password, name: name.trim(), ...(invite ? { invite } : {}) }),
    onDone: onCreated,
    onMessage,
  });
  return (
    <RequestForm form={form}>
      {message && <Note kind="danger">{message}</Note>}
      <NameField {...field('name')} />
      <EmailField value={email} error={errors.email} onChange={(event) => onEmail(event.target.value)} />
      <NewPasswordField label={authText.password} {...field('password')} />
      <Button type="submit" variant="primary" wide disabled={busy || isBlank(values.name) || !email.trim() || !values.password}>
        {busy ? signUpText.signingUp : authText.signUp}
      </Button>
    </RequestForm>
  );
}
