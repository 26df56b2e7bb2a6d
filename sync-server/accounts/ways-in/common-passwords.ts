/**
 * Passwords that many people use, from the leaks of other sites. Who guesses begins with them, so none of them becomes the password of an
 * account (NIST SP 800-63B, 3.1.1.2). The list comes with a package, so no other server learns of a password. The page does not have it.
 */
import { passwordSchema } from '../../../schemas/account/account.ts';
import { accountErrors } from '../account-errors.ts';

let list: Promise<ReadonlySet<string>> | undefined;

/**
 * The passwords of the list that meet the other rules, in lower case. The others are refused already, by those rules. Loaded when it is
 * first asked for, and kept.
 */
export function commonPasswords(): Promise<ReadonlySet<string>> {
  list ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => {
    const all = Array.from(dictionary['passwords-common'], (password) => String(password).toLowerCase());
    return new Set(all.filter((password) => passwordSchema.safeParse(password).success));
  });
  return list;
}

/**
 * Refuses a new password that is on the list, in whatever case. It costs next to nothing, and is the same for every account.
 *
 * @throws HttpError 422 with words of its own
 */
export async function refuseCommonPassword(password: string): Promise<void> {
  if ((await commonPasswords()).has(password.toLowerCase())) throw accountErrors.commonPassword();
}
