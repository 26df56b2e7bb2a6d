/**
 * The outcome of acts on invitation links: links are made, revoked, and taken by members, who thereby invite the maker or, by a link that
 * says yes, become friends at once.
 */
import type { Act, Code } from './act.ts';
import type { LinkFact } from './facts.ts';
import { befriendAtOnce, invite } from './friend-acts.ts';

const OPEN_LINKS_MAX = 5;
const HOUR_MS = 60 * 60 * 1000;
const WEEK_MS = 7 * 24 * HOUR_MS;

export const isOpen = ({ takers, uses, revoked }: LinkFact): boolean => takers.length < uses && !revoked;

/** The server's answer. */
export interface MadeLink {
  readonly id: string;
  readonly token: string;
}

/** Nothing happens in a history near the moment at which a link ends. */
const hasEnded = ({ when }: Act, { until }: LinkFact): boolean => when.from > until;

export function makeLink(act: Act, kind: Pick<LinkFact, 'uses' | 'atOnce'>, answer: MadeLink | undefined): Code {
  const { facts, by, when } = act;
  const open = [...facts.links.values()].filter((link) => link.maker === by && isOpen(link) && !hasEnded(act, link));
  if (open.length >= OPEN_LINKS_MAX) return 'TOO_MANY_INVITE_LINKS';
  // Without the answer the token is unknown, so no member could take the link either.
  if (answer)
    facts.links.set(answer.id, {
      ...answer,
      ...kind,
      maker: by,
      takers: [],
      revoked: false,
      until: when.to + (kind.atOnce ? HOUR_MS : WEEK_MS),
    });
  return null;
}

export function revokeLink({ facts, by }: Act, id: string): Code {
  const link = facts.links.get(id);
  if (!link || link.maker !== by || link.revoked) return 'INVITATION_NOT_FOUND';
  facts.links.set(id, { ...link, revoked: true });
  return null;
}

/** `answer`: the invitation that the server has made from the link. */
export function takeLink(act: Act, token: string, answer: { readonly id: string } | undefined): Code {
  const { facts, by } = act;
  const link = [...facts.links.values()].find((one) => one.token === token);
  // Those who have taken a link may open it again when it is used up.
  if (!link || link.revoked || hasEnded(act, link) || !(isOpen(link) || link.takers.includes(by))) return 'INVITATION_NOT_FOUND';
  if (link.maker === by) return 'OWN_ADDRESS';
  const id = answer?.id ?? '';
  const befriended = link.atOnce && befriendAtOnce(act, id, link.maker);
  const code = befriended ? null : invite(act, id, by, { member: link.maker });
  // A member who has already invited the maker is not counted again.
  if (code === 'ALREADY_INVITED') return null;
  if (code === 'USER_NOT_FOUND') return 'INVITATION_NOT_FOUND';
  if (code === null && !link.takers.includes(by)) facts.links.set(link.id, { ...link, takers: [...link.takers, by] });
  return code;
}
