import { Mail } from 'lucide-react';
import { emailSchema } from '../../../../schemas/account/account.ts';
import { EMAIL_MAX } from '../../../../schemas/account/account-limits.ts';
import { changeAddressText } from '../../../text/account.ts';
import { commonText } from '../../../text/common.ts';
import { Field } from '../../../ui/forms/field.tsx';
import type { SheetControl } from '../../../ui/overlays/sheet.tsx';
import { emailError } from '../field-errors.ts';
import { RequestSheet } from '../request-sheet.tsx';
import { askForAddress } from './change-address.ts';

/** Requests a link to a new address for the signed-in member's account. It needs a connection. */
export function ChangeAddressSheet({ present, ...control }: SheetControl & { readonly present: string }) {
  const unchangedError = (email: string) => (emailSchema.safeParse(email).data === present ? changeAddressText.unchanged : undefined);
  return (
    <RequestSheet
      control={control}
      title={changeAddressText.title}
      text={
        <>
          {changeAddressText.signInWith} <b>{present}</b>
          {changeAddressText.linkIsSent}
        </>
      }
      offlineText={changeAddressText.offline}
      submit={{ icon: <Mail />, label: changeAddressText.sendLink, sending: commonText.sending }}
      start={{ email: '' }}
      check={({ email }) => ({ email: emailError(email) ?? unchangedError(email) })}
      send={({ email }) => askForAddress(email.trim())}
      done={({ email }) => (
        <>
          <b>{email.trim()}</b>: {changeAddressText.sent}
        </>
      )}
    >
      {(field) => (
        <Field
          label={changeAddressText.newAddress}
          name="email"
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          maxLength={EMAIL_MAX}
          {...field('email')}
        />
      )}
    </RequestSheet>
  );
}
