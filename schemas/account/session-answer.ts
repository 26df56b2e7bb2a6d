/**
 * What the page knows of a session. It is parsed by hand, because every page needs it. With a schema, a visitor who opens only the first
 * page would load the schema library for this alone.
 */
export interface SessionUser {
  readonly id: string;
  readonly email: string;
  readonly name: string;
}

/** The answer to sign-in, verify and refresh. */
export interface Session {
  readonly access_token: string;
  /** only if the request asked for it */
  readonly refresh_token?: string | undefined;
  /** Unix seconds */
  readonly expires_at: number;
  readonly user: SessionUser;
  /** this request created the account */
  readonly is_new?: boolean | undefined;
}

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> => (typeof value === 'object' && value !== null ? { ...value } : {});

/** The member in this value; null if it has none. */
export function readSessionUser(value: unknown): SessionUser | null {
  const { id, email, name } = fieldsOf(value);
  return typeof id === 'string' && typeof email === 'string' && typeof name === 'string' ? { id, email, name } : null;
}

/** The session in this answer; null if the answer is something else. */
export function readSession(value: unknown): Session | null {
  const { access_token, refresh_token, expires_at, user: named, is_new } = fieldsOf(value);
  const user = readSessionUser(named);
  if (!user || typeof access_token !== 'string' || typeof expires_at !== 'number') return null;
  const session: Session = { access_token, expires_at, user, ...(is_new === true ? { is_new } : {}) };
  if (refresh_token === undefined) return session;
  return typeof refresh_token === 'string' ? { ...session, refresh_token } : null;
}
