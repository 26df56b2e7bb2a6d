export const EMAIL_MAX = 254;
export const PROFILE_NAME_MAX = 200;
export const PASSWORD_MIN = 8;
/** The reset form submits passwords from this length on. The server's own minimum is `PASSWORD_MIN`. */
export const RESET_PASSWORD_MIN = 6;
export const PASSWORD_MAX = 256;

/** How long a member counts as present after they have shown it. */
export const PRESENCE_MINUTES = 5;
