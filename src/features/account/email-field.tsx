import { authText } from '../../text/auth.ts';
import { Field } from '../../ui/field.tsx';

/** The address of an account, in a form that password managers, passkeys and phone keyboards support. */
export function EmailField({
  email,
  onEmail,
  error,
}: {
  readonly email: string;
  readonly onEmail: (email: string) => void;
  readonly error?: string | undefined;
}) {
  return (
    <Field
      label={authText.email}
      name="email"
      type="email"
      inputMode="email"
      autoComplete="username webauthn"
      autoCapitalize="none"
      placeholder={authText.emailExample}
      value={email}
      error={error}
      onChange={(event) => onEmail(event.target.value)}
    />
  );
}
