import { PROFILE_NAME_MAX } from '../../../schemas/account/account-limits.ts';
import { fieldText } from '../../text/account-fields.ts';
import { Field, type FieldProps } from '../../ui/forms/field.tsx';

/** The name of a new member, as friends will see it. */
export function NameField(props: Omit<FieldProps, 'label'>) {
  return <Field label={fieldText.name} name="name" autoComplete="name" maxLength={PROFILE_NAME_MAX} {...props} />;
}
