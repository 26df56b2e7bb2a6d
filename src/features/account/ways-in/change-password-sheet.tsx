import { KeyRound } from 'lucide-react';
import { changePasswordText } from '../../../text/account.ts';
import { commonText } from '../../../text/common.ts';
import { passwordText } from '../../../text/passwords.ts';
import { PasswordField } from '../../../ui/forms/field.tsx';
import type { SheetControl } from '../../../ui/overlays/sheet.tsx';
import { newPasswordError } from '../field-errors.ts';
import { NewPasswordField } from '../new-password-field.tsx';
import { RequestSheet } from '../request-sheet.tsx';
import { changePassword } from './change-password.ts';

/** Changes the signed-in member's password. It needs a connection. All other devices are signed out. */
export function ChangePasswordSheet(control: SheetControl) {
  return (
    <RequestSheet
      control={control}
      title={changePasswordText.title}
      text={changePasswordText.text}
      offlineText={changePasswordText.offline}
      submit={{ icon: <KeyRound />, label: changePasswordText.title, sending: commonText.saving }}
      start={{ password: '', again: '' }}
      check={({ password, again }) => ({
        password: newPasswordError(password),
        again: password === again ? undefined : passwordText.passwordsDiffer,
      })}
      send={({ password }) => changePassword(password)}
      done={() => passwordText.passwordUpdated}
    >
      {(field) => (
        <>
          <NewPasswordField autoFocus label={changePasswordText.newPassword} {...field('password')} />
          <PasswordField
            label={changePasswordText.confirmPassword}
            name="confirm-password"
            autoComplete="new-password"
            {...field('again')}
          />
        </>
      )}
    </RequestSheet>
  );
}
