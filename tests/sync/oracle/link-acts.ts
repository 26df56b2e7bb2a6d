/** The outcome of acts on invitation links: links are made, revoked, and taken by members, who thereby invite the maker. */
import type { Act, Code } from './act.ts';
import type { LinkFact } from './facts.ts';
import { invite } from './friend-acts.ts';

const OPEN_LINKS_MAX = 5;

export const isOpen = ({ used, uses, revoked }: LinkFact): boolean => used < uses && !revoked;

/** The server's answer, passed as `told`. */
export interface MadeLink {
  readonly id: string;
  readonly token: string;
}

export function makeLink({ facts, by }: Act, uses: number, told: MadeLink | undefined): Code {
  const open = [...facts.links.values()].filter((link) => link.maker === by && isOpen(link));
  if (open.length >= OPEN_LINKS_MAX) return 'TOO_MANY_INVITE_LINKS';
  // Without the answer the token is unknown, so no member could take the link either.
  if (told) facts.links.set(told.id, { ...told, maker: by, uses, used: 0, revoked: false });
  return null;
}

export function revokeLink({ facts, by }: Act, id: string): Code {
  const link = facts.links.get(id);
  if (!link || link.maker !== by || link.revoked) return 'INVITATION_NOT_FOUND';
  facts.links.set(id, { ...link, revoked: true });
  return null;
}

/** `told`: the invitation that the server has made from the link. */
export function takeLink(act: Act, token: string, told: { readonly id: string } | undefined): Code {
  const { facts, by } = act;
  const link = [...facts.links.values()].find((one) => one.token === token);
  if (!link || !isOpen(link)) return 'INVITATION_NOT_FOUND';
  if (link.maker === by) return 'OWN_ADDRESS';
  const code = invite(act, told?.id ?? '', by, { member: link.maker });
  // A member who has already invited the maker is not counted again.
  if (code === 'ALREADY_INVITED') return null;
  if (code === 'USER_NOT_FOUND') return 'INVITATION_NOT_FOUND';
  if (code === null) facts.links.set(link.id, { ...link, used: link.used + 1 });
  return code;
}
