/** What members do in groups, as the pages offer it. */
import { said } from './acts-with-photos.ts';
import type { Row } from './replica.ts';
import { chosenFrom, type Deed, groupEmoji, type Plan, reaction, type Scene, write } from './scene.ts';

export function message(scene: Scene, group: string, replyTo: string | null): Plan {
  const id = scene.newId();
  const fields = said(scene);
  return {
    request: { method: 'POST', path: `/groups/${group}/messages`, body: { id, ...fields, reply_to_id: replyTo } },
    write: write('group_messages', id, {
      group_id: group,
      sender_id: scene.me.id,
      sender_name: scene.me.name,
      sender_profile_image_url: null,
      ...fields,
      reply_to_id: replyTo,
      created_at: scene.now,
      edited_at: null,
      is_deleted: false,
    }),
  };
}

export function groupInvitation(
  scene: Scene,
  group: string,
  to: { readonly receiver_user_id: string | null; readonly invited_email: string | null },
): Plan {
  const id = scene.newId();
  return {
    request: {
      method: 'POST',
      path: `/groups/${group}/invite`,
      body: to.invited_email ? { id, email: to.invited_email } : { id, user_id: to.receiver_user_id },
    },
    write: write('invitations', id, {
      kind: 'group',
      inviter_id: scene.me.id,
      inviter_name: scene.me.name,
      inviter_email: null,
      inviter_profile_image_url: null,
      receiver_name: null,
      receiver_profile_image_url: null,
      group_id: group,
      group_name: '',
      status: 'pending',
      created_at: scene.now,
      ...to,
    }),
  };
}

/** Groups in which the member has one of these roles, as their device shows it. */
function groupsAs(scene: Scene, ...roles: readonly string[]): readonly Row[] {
  const seats = scene.rows('group_members').filter((seat) => seat.user_id === scene.me.id && roles.includes(String(seat.role)));
  const groups = new Set(seats.map((seat) => seat.group_id));
  return scene.rows('groups').filter(({ id }) => groups.has(id));
}

const othersIn = (scene: Scene, groups: readonly Row[]): readonly Row[] =>
  scene.rows('group_members').filter((seat) => seat.user_id !== scene.me.id && groups.some(({ id }) => id === seat.group_id));

const ownMessage = (scene: Scene) =>
  chosenFrom(
    scene.rows('group_messages').filter((row) => row.sender_id === scene.me.id && row.is_deleted === false),
    scene.pick,
  );

const role = (seat: Row | undefined, to: string): Plan | null =>
  seat
    ? {
        write: write('group_members', seat.id, { role: to }),
        request: { method: 'PUT', path: `/groups/${seat.group_id}/members/${seat.user_id}/role`, body: { role: to } },
      }
    : null;

function answer(scene: Scene, status: 'accepted' | 'declined'): Plan | null {
  const received = scene
    .rows('invitations')
    .filter((row) => row.kind === 'group' && row.status === 'pending' && row.receiver_user_id === scene.me.id);
  const one = chosenFrom(received, scene.pick);
  const verb = status === 'accepted' ? 'accept' : 'decline';
  return one
    ? {
        write: write('invitations', one.id, { kind: 'group', status }),
        request: { method: 'POST', path: `/groups/invitations/${one.id}/${verb}`, body: {} },
      }
    : null;
}

function inviteFriend(scene: Scene, by: 'id' | 'address'): Plan | null {
  const group = chosenFrom(groupsAs(scene, 'owner', 'admin'), scene.pick);
  const friend = chosenFrom(
    scene.rows('friends').filter((row) => row.user_id === scene.me.id),
    scene.other,
  );
  const contact = scene.rows('contacts').find(({ id }) => id === friend?.friend_id);
  if (!group || !friend || !contact) return null;
  return groupInvitation(
    scene,
    group.id,
    by === 'id'
      ? { receiver_user_id: String(friend.friend_id), invited_email: null }
      : { receiver_user_id: null, invited_email: String(contact.email) },
  );
}

export const groupActs: Readonly<Record<string, Deed>> = {
  'found a group': (scene) => {
    const id = scene.newId();
    const fields = { name: scene.text(), description: scene.other % 2 === 0 ? scene.text() : null, ...groupEmoji(scene) };
    return {
      write: write('groups', id, { ...fields, founder_id: scene.me.id, created_at: scene.now }),
      request: { method: 'POST', path: '/groups', body: { id, ...fields } },
    };
  },
  'edit a group': (scene) => {
    const group = chosenFrom(groupsAs(scene, 'owner'), scene.pick);
    const fields = { name: scene.text(), description: scene.other % 3 === 0 ? null : (group?.description ?? null), ...groupEmoji(scene) };
    return group
      ? { write: write('groups', group.id, fields), request: { method: 'PUT', path: `/groups/${group.id}`, body: fields } }
      : null;
  },
  'delete a group': (scene) => {
    const group = chosenFrom(groupsAs(scene, 'owner'), scene.pick);
    return group ? { write: write('groups', group.id, {}, true), request: { method: 'DELETE', path: `/groups/${group.id}` } } : null;
  },
  'invite to a group': (scene) => inviteFriend(scene, 'id'),
  'invite to a group by address': (scene) => inviteFriend(scene, 'address'),
  'join a group': (scene) => answer(scene, 'accepted'),
  'decline a group': (scene) => answer(scene, 'declined'),
  'cancel an invitation to a group': (scene) => {
    const open = scene.rows('invitations').filter((row) => row.kind === 'group' && row.receiver_user_id !== scene.me.id);
    const one = chosenFrom(open, scene.pick);
    return one
      ? {
          write: write('invitations', one.id, {}, true),
          request: { method: 'POST', path: `/groups/invitations/${one.id}/cancel`, body: {} },
        }
      : null;
  },
  'leave a group': (scene) => {
    const group = chosenFrom(groupsAs(scene, 'admin', 'member'), scene.pick);
    return group
      ? {
          write: write('group_members', `${group.id}|${scene.me.id}`, {}, true),
          request: { method: 'POST', path: `/groups/${group.id}/leave`, body: {} },
        }
      : null;
  },
  'remove a member': (scene) => {
    const seat = chosenFrom(othersIn(scene, groupsAs(scene, 'owner')), scene.pick);
    return seat
      ? {
          write: write('group_members', seat.id, {}, true),
          request: { method: 'DELETE', path: `/groups/${seat.group_id}/members/${seat.user_id}` },
        }
      : null;
  },
  'make a member admin': (scene) => role(chosenFrom(othersIn(scene, groupsAs(scene, 'owner')), scene.pick), 'admin'),
  'make an admin member': (scene) => role(chosenFrom(othersIn(scene, groupsAs(scene, 'owner')), scene.pick), 'member'),
  'hand a group over': (scene) => role(chosenFrom(othersIn(scene, groupsAs(scene, 'owner')), scene.pick), 'owner'),
  'send a message': (scene) => {
    const group = chosenFrom(scene.rows('groups'), scene.pick);
    return group ? message(scene, group.id, null) : null;
  },
  reply: (scene) => {
    const to = chosenFrom(scene.rows('group_messages'), scene.pick);
    return to ? message(scene, String(to.group_id), to.id) : null;
  },
  'edit a message': (scene) => {
    const own = ownMessage(scene);
    const content = scene.text();
    return own
      ? {
          write: write('group_messages', own.id, { content }),
          request: { method: 'PATCH', path: `/messages/${own.id}`, body: { content } },
        }
      : null;
  },
  'delete a message': (scene) => {
    const own = ownMessage(scene);
    return own
      ? {
          write: write('group_messages', own.id, { is_deleted: true, content: '', photos: [] }),
          request: { method: 'DELETE', path: `/groups/${own.group_id}/messages/${own.id}` },
        }
      : null;
  },
  'react to a message': (scene) => {
    const one = chosenFrom(scene.rows('group_messages'), scene.pick);
    return one ? reaction(scene, 'message', one.id) : null;
  },
};
