import { authText } from '../../text/auth.ts';
import { PasswordField } from '../../ui/field.tsx';

/** A field for a new password, with the rules it must meet. */
export function NewPasswordField({
  label,
  password,
  onPassword,
  error,
}: {
  readonly label: string;
  readonly password: string;
  readonly onPassword: (password: string) => void;
  readonly error: string | undefined;
}) {
  return (
    <PasswordField
      label={label}
      name="password"
      autoComplete="new-password"
      hint={authText.passwordHint}
      value={password}
      error={error}
      onChange={(event) => onPassword(event.target.value)}
    />
  );
}
