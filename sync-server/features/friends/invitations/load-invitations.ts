import type { Invitation } from '../../../../schemas/friends/invitation.ts';
import type { CollectionFeature } from '../../../sync/feature.ts';
import { idsOf } from '../../../sync/pull/pair-rows.ts';
import type { ScopeName } from '../../../sync/scope-name.ts';
import { scopesOfInvitation } from '../../groups/record-invitations.ts';

type InvitationRow = Invitation & { readonly write_id: string };
type StoredRow = InvitationRow & { readonly invited_by_id: boolean };

/**
 * An invitation as it is in one scope. Its sender sees the address that they typed. They see who received it only if they named that
 * member, or once it is accepted. Its receiver sees the inviter's address. Acceptance removes both addresses: from then on friends have
 * them as contacts, and no longer once the friendship ends. Whether the inviter has a free seat is for the receiver alone. A group invitation
 * reads the same in every scope.
 */
function inScopeOf({ kind, owner }: ScopeName, row: StoredRow): InvitationRow | null {
  const { invited_by_id, ...invitation } = row;
  if (invitation.kind === 'group') {
    // Checked again here: somebody's new name may touch an invitation while it is answered. It must not return to the member who answered.
    const { group_id, receiver_user_id, status } = invitation;
    const scopes = group_id && receiver_user_id ? scopesOfInvitation({ group_id, invitee_id: receiver_user_id, status }) : [];
    return scopes.some((scope) => scope.kind === kind) ? invitation : null;
  }
  const accepted = invitation.status === 'accepted';
  // An answered invitation stays for good, and must not show anybody's image after the friendship ended.
  const pending = invitation.status === 'pending';
  if (owner !== invitation.inviter_id) {
    const inviter_profile_image_url = pending ? invitation.inviter_profile_image_url : null;
    return { ...invitation, invited_email: null, inviter_email: accepted ? null : invitation.inviter_email, inviter_profile_image_url };
  }
  const known = accepted || invited_by_id;
  return {
    ...invitation,
    seat: null,
    invited_email: accepted ? null : invitation.invited_email,
    receiver_user_id: known ? invitation.receiver_user_id : null,
    receiver_name: known ? invitation.receiver_name : null,
    receiver_profile_image_url: known && pending ? invitation.receiver_profile_image_url : null,
  };
}

export const loadInvitations: CollectionFeature['load'] = async (tx, refs) => {
  const ids = idsOf(refs);
  const rows = await tx<StoredRow[]>`
    select i.id, 'friend' as kind, i.inviter_id, w.name as inviter_name, u.email as inviter_email,
      w.profile_image_url as inviter_profile_image_url, i.invited_email, i.receiver_user_id, r.name as receiver_name,
      r.profile_image_url as receiver_profile_image_url, null::uuid as group_id, null as group_name, i.status,
      case when i.status = 'pending' then case when i.seat_taken then 'taken' else 'free' end end as seat,
      i.status = 'pending' and i.waits_for_seat as waits_for_seat,
      iso_time(i.created_at) as created_at, i.write_id, i.invited_by_id
    from friend_invitations i
    join users u on u.id = i.inviter_id
    join profiles w on w.id = i.inviter_id
    left join profiles r on r.id = i.receiver_user_id
    where i.id = any (${ids}::uuid[]) and i.status <> 'cancelled'
    union all
    select i.id, 'group', i.inviter_id, w.name, null, w.profile_image_url, null, i.invitee_id, r.name, r.profile_image_url,
      g.id, g.name, i.status, null, false, iso_time(i.created_at), i.write_id, true
    from group_invitations i
    join groups g on g.id = i.group_id
    join profiles w on w.id = i.inviter_id
    join profiles r on r.id = i.invitee_id
    where i.id = any (${ids}::uuid[])`;
  const byId = new Map(rows.map((row) => [row.id, row]));
  return refs.flatMap((ref) => {
    const row = byId.get(ref.id);
    const placed = row && inScopeOf(ref.scope, row);
    return placed ? [{ ref, row: placed }] : [];
  });
};
