/** How somebody gets in besides their password: limits, and what the server answers about it. */
export const PASSKEY_NAME_MAX = 60;
export const PASSKEYS_MAX = 20;
/** A one-time code or a recovery code, with whatever spaces and lines somebody typed between its letters. */
export const CODE_MAX = 40;
export const RECOVERY_CODES = 10;

export interface Passkey {
  readonly id: string;
  readonly name: string;
  /** kept by somebody, as a password manager does, for more than one device */
  readonly backed_up: boolean;
  readonly created_at: string;
  readonly last_used_at: string | null;
}

export interface SignInWays {
  readonly passkeys: readonly Passkey[];
  readonly second_factor: { readonly on: boolean; readonly recovery_codes_left: number };
  readonly has_password: boolean;
}
