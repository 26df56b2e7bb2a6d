/** The ways to sign in besides a password: their limits, and what the server answers about them. */
export const PASSKEY_NAME_MAX = 60;
export const PASSKEYS_MAX = 20;
/** A one-time code or a recovery code, with any spaces and line breaks that were typed between its letters. */
export const CODE_MAX = 40;
export const RECOVERY_CODES = 10;

export interface Passkey {
  readonly id: string;
  readonly name: string;
  /** backed up, by a password manager for example, for use on more than one device */
  readonly backed_up: boolean;
  readonly created_at: string;
  readonly last_used_at: string | null;
}

export interface SignInWays {
  readonly passkeys: readonly Passkey[];
  readonly second_factor: { readonly on: boolean; readonly recovery_codes_left: number };
  readonly has_password: boolean;
  /** the name of the site through which this member may sign in; null if there is none */
  readonly provider: string | null;
}
