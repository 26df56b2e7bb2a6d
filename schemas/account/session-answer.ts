/**
 * What is known of a session. Read by hand: every page needs it, and whoever only looks at the first one would load all that reads schemas
 * for nothing else.
 */
export interface SessionUser {
  readonly id: string;
  readonly email: string;
  readonly name: string;
}

/** What sign-in, verify and refresh answer. */
export interface Session {
  readonly access_token: string;
  /** only where it was asked for */
  readonly refresh_token?: string | undefined;
  /** Unix seconds */
  readonly expires_at: number;
  readonly user: SessionUser;
  /** the account was made by this very request */
  readonly is_new?: boolean | undefined;
}

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> => (typeof value === 'object' && value !== null ? { ...value } : {});

/** The member that this value names; null where it names none. */
export function readSessionUser(value: unknown): SessionUser | null {
  const { id, email, name } = fieldsOf(value);
  return typeof id === 'string' && typeof email === 'string' && typeof name === 'string' ? { id, email, name } : null;
}

/** The session that was answered; null where the answer is something else. */
export function readSession(value: unknown): Session | null {
  const { access_token, refresh_token, expires_at, user: named, is_new } = fieldsOf(value);
  const user = readSessionUser(named);
  if (!user || typeof access_token !== 'string' || typeof expires_at !== 'number') return null;
  const session: Session = { access_token, expires_at, user, ...(is_new === true ? { is_new } : {}) };
  if (refresh_token === undefined) return session;
  return typeof refresh_token === 'string' ? { ...session, refresh_token } : null;
}
