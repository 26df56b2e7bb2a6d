/**
 * What an invitation link shows to anybody who has it, before they sign in: who invites, and the address to which the invitation was sent.
 * The mail has said both. The answer is the same whatever became of that address since: the inviter has the token as well, and must not
 * learn from it who has joined. Reading changes nothing.
 */
import { uuidSchema } from '../../../schemas/base/ids.ts';
import { hashSecret } from '../../accounts/secrets.ts';
import type { Tx } from '../../db/transaction.ts';

export interface OfferedSeat {
  readonly inviterId: string;
  readonly name: string;
  /** the bytes of the inviter's picture as they are stored */
  readonly picture: Buffer | null;
  /** null for a link that its maker may have given to anybody */
  readonly email: string | null;
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
    select i.inviter_id, p.name, m.bytes as picture, i.invited_email as email
    from friend_invitations i
    join profiles p on p.id = i.inviter_id
    left join images m on m.owner_id = p.id and p.profile_image_url = '/api/images/' || m.id::text
    where i.id = ${id.data} and i.status = 'pending' and i.invited_email is not null and not i.invited_by_id`;
  return row && { inviterId: row.inviter_id, name: row.name, picture: row.picture, email: row.email };
}

/** The link with this token that a member made, while it works. */
async function seatOfLink(tx: Tx, token: string): Promise<OfferedSeat | undefined> {
  const [row] = await tx<Row[]>`
    select l.maker_id as inviter_id, p.name, m.bytes as picture, null as email
    from invite_links l
    join profiles p on p.id = l.maker_id
    left join images m on m.owner_id = p.id and p.profile_image_url = '/api/images/' || m.id::text
    where l.hash = ${hashSecret(token)} and l.expires_at > now() and l.used < l.uses`;
  return row && { inviterId: row.inviter_id, name: row.name, picture: row.picture, email: null };
}

/** The seat that the link with this token offers, for both kinds of link. */
export const seatOf = async (tx: Tx, token: string): Promise<OfferedSeat | undefined> =>
  (await seatOfMail(tx, token)) ?? (await seatOfLink(tx, token));
