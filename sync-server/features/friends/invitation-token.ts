/**
 * What the link of an invitation says to whoever holds it, before they are anybody here: who invites, and the address that it was sent to. The
 * mail has told both, and the answer is the same whatever became of that address since: the inviter holds the token as well, and does not
 * learn from it who has joined. Asking changes nothing.
 */
import { uuidSchema } from '../../../schemas/base/ids.ts';
import { hashSecret } from '../../accounts/secrets.ts';
import type { Tx } from '../../db/transaction.ts';

export interface OfferedSeat {
  readonly inviterId: string;
  readonly name: string;
  /** the bytes of their picture as it is kept */
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

/** The invitation by mail that has this token, while it waits for an answer; undefined where there is none, or none any more. */
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

/** The link that a member made and that has this token, while it works. */
async function seatOfLink(tx: Tx, token: string): Promise<OfferedSeat | undefined> {
  const [row] = await tx<Row[]>`
    select l.maker_id as inviter_id, p.name, m.bytes as picture, null as email
    from invite_links l
    join profiles p on p.id = l.maker_id
    left join images m on m.owner_id = p.id and p.profile_image_url = '/api/images/' || m.id::text
    where l.hash = ${hashSecret(token)} and l.expires_at > now() and l.used < l.uses`;
  return row && { inviterId: row.inviter_id, name: row.name, picture: row.picture, email: null };
}

/** Whose seat the link with this token offers, whichever kind it is. */
export const seatOf = async (tx: Tx, token: string): Promise<OfferedSeat | undefined> =>
  (await seatOfMail(tx, token)) ?? (await seatOfLink(tx, token));
