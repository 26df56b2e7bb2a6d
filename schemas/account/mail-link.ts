/**
 * The addresses in mails, QR codes and the answers of commands that carry a token. The token is behind `#`. A browser sends that part to
 * nobody, so no server, no proxy and no log receives it, and no `Referer` carries it.
 */
const paths = {
  /** confirms the address of a sign-up */
  verify: '/auth',
  /** confirms another address of a member */
  address: '/auth',
  /** an invitation, by mail or made by a member */
  invite: '/auth',
  /** chooses a new password */
  token: '/auth/reset-password',
} as const;

/** The longest token that the server reads. */
export const LINK_TOKEN_MAX = 200;

export type LinkKind = keyof typeof paths;

const kinds = Object.keys(paths) as readonly LinkKind[];

export interface MailLink {
  readonly kind: LinkKind;
  readonly token: string;
  /** Only in the mail of an invitation: proves the address to which that mail went. The inviter has the token, but not this. */
  readonly secret?: string;
}

/** The path that a link of this kind opens, with its token. */
export const linkPath = (kind: LinkKind, token: string, secret?: string): string =>
  `${paths[kind]}#${kind}=${encodeURIComponent(token)}${secret ? `&secret=${encodeURIComponent(secret)}` : ''}`;

/** The link that this address is. Undefined if it is none, or if it reports an error instead. */
export function readMailLink({ pathname, hash }: { readonly pathname: string; readonly hash: string }): MailLink | undefined {
  const params = new URLSearchParams(hash.slice(1));
  if (params.has('error') || params.has('error_code')) return undefined;
  for (const kind of kinds) {
    const token = paths[kind] === pathname ? params.get(kind) : null;
    const secret = params.get('secret');
    if (token) return { kind, token, ...(kind === 'invite' && secret ? { secret } : {}) };
  }
  return undefined;
}
