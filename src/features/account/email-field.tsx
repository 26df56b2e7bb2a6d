import { authText } from '../../text/auth.ts';
import { Field, type FieldProps } from '../../ui/forms/field.tsx';

/** The address of an account, in a form that password managers, passkeys and phone keyboards support. */
export function EmailField(props: Omit<FieldProps, 'label'>) {
  return (
    <Field
      label={authText.email}
      name="email"
      type="email"
      inputMode="email"
      autoComplete="username webauthn"
      autoCapitalize="none"
      placeholder={authText.emailExample}
      {...props}
    />
  );
}
