import { fieldText } from '../../text/account-fields.ts';
import { type FieldProps, PasswordField } from '../../ui/forms/field.tsx';

/** A field for a new password, with the rules it must meet. */
export function NewPasswordField(props: Omit<FieldProps, 'type' | 'end'>) {
  return <PasswordField name="password" autoComplete="new-password" hint={fieldText.passwordHint} {...props} />;
}
