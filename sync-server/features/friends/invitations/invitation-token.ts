/**
 * What an invitation link shows to anybody who has it, before they sign in: who invites, and the address to which the invitation was sent.
 * The mail has said both. The answer is the same whatever became of that address since: the inviter has the token as well, and must not
 * learn from it who has joined. Reading changes nothing.
 */
import { uuidSchema } from '../../../../schemas/base/ids.ts';
import type { InvitationPreview } from '../../../../schemas/friends/invitation-token.ts';
import { hashSecret } from '../../../accounts/secrets/secrets.ts';
import type { Tx } from '../../../db/pool/transaction.ts';
import { shrinkImage } from '../../images/convert-image.ts';

export interface OfferedSeat {
  readonly inviterId: string;
  readonly name: string;
  /** the bytes of the inviter's picture as they are stored */
  readonly picture: Buffer | null;
  /** null for a link that its maker may have given to anybody */
  readonly email: string | null;
  /** whether the link makes friends at once */
  readonly atOnce: boolean;
}

interface Row {
  readonly inviter_id: string;
  readonly name: string;
  readonly picture: Buffer | null;
  readonly email: string | null;
}

/** The mailed invitation with this token, while it is pending; undefined if there is none, or none any more. */
export async function seatOfMail(tx: Tx, token: string): Promise<OfferedSeat | undefined> {
  const id = uuidSchema.safeParse(token);
  if (!id.success) return undefined;
  const [row] = await tx<Row[]>`
    select i.inviter_id, p.name, v.bytes as picture, i.invited_email as email
    from friend_invitations i
    join profiles p on p.id = i.inviter_id
    left join images m on m.profile_id = p.id
    left join image_variants v on v.image_id = m.id and v.variant = 'large'
    where i.id = ${id.data} and i.status = 'pending' and i.invited_email is not null and not i.invited_by_id`;
  return row && { inviterId: row.inviter_id, name: row.name, picture: row.picture, email: row.email, atOnce: false };
}

/** The link with this token that a member made, while it works. A link that is used up works for a viewer who has used it. */
export async function seatOfLink(tx: Tx, token: string, viewer: string | null): Promise<OfferedSeat | undefined> {
  const [row] = await tx<(Row & { readonly at_once: boolean })[]>`
    select l.maker_id as inviter_id, p.name, v.bytes as picture, null as email, l.at_once
    from invite_links l
    join profiles p on p.id = l.maker_id
    left join images m on m.profile_id = p.id
    left join image_variants v on v.image_id = m.id and v.variant = 'large'
    where l.hash = ${hashSecret(token)} and l.expires_at > now()
      and (l.used < l.uses or exists (select from invite_link_uses u where u.link_id = l.id and u.user_id = ${viewer}::uuid))`;
  return row && { inviterId: row.inviter_id, name: row.name, picture: row.picture, email: null, atOnce: row.at_once };
}

/** The seat that the link with this token offers to a visitor, for both kinds of link. */
export const seatOf = async (tx: Tx, token: string): Promise<OfferedSeat | undefined> =>
  (await seatOfMail(tx, token)) ?? (await seatOfLink(tx, token, null));

/** What the page of a link shows of its inviter. */
export async function previewOf({ name, email, picture, atOnce }: OfferedSeat): Promise<InvitationPreview> {
  const small = picture && (await shrinkImage(picture));
  return { name, email, picture: small?.toString('base64') ?? null, at_once: atOnce };
}
