import { v7 as uuidV7 } from 'uuid';
import { group as groupEntity } from '../../schemas/groups/group.ts';
import { blankMessage } from '../../schemas/messages/group-message.ts';
import { reactionId } from '../../schemas/reactions/reaction-id.ts';
import { createGroup } from '../features/groups/create-group.ts';
import { inviteToGroup } from '../features/groups/invite-to-group.ts';
import { respondToGroup } from '../features/groups/respond-to-group.ts';
import { setRole } from '../features/groups/set-role.ts';
import { addReaction } from '../features/reactions/add-reaction.ts';
import { byCommand, type DemoEvent, reactionsIn } from './demo-event.ts';
import { type DemoGroup, demoGroups } from './demo-group-story.ts';
import type { DemoPerson } from './demo-story.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const MINUTE_MS = 60 * 1000;

/** All events in the groups, in no order. */
export const groupEvents = (idOf: Readonly<Record<DemoPerson, string>>, now: number): DemoEvent[] =>
  demoGroups.flatMap((group) => {
    const founded = now - group.foundedDaysAgo * DAY_MS;
    const id = uuidV7({ msecs: founded });
    return [...beginnings(group, id, founded, idOf), ...chat(group, id, now - group.chatDaysAgo * DAY_MS, idOf)];
  });

function beginnings(group: DemoGroup, id: string, at: number, idOf: Readonly<Record<DemoPerson, string>>): DemoEvent[] {
  const { owner, members, admin } = group;
  const founded = { id, ...groupEntity.textOf(group), founder_id: idOf[owner] };
  const events: DemoEvent[] = [{ at, by: owner, carryOut: byCommand((context) => createGroup(context, founded)) }];
  members.forEach((member, nth) => {
    const invitedAt = at + (2 + nth) * MINUTE_MS;
    const invitation = uuidV7({ msecs: invitedAt });
    const to = { member: idOf[member] };
    events.push(
      {
        at: invitedAt,
        by: owner,
        carryOut: byCommand((context) =>
          inviteToGroup(context, { id: invitation, group_id: id, inviter_id: idOf[owner], to, role: 'member' }),
        ),
      },
      {
        at: at + (40 + 75 * nth) * MINUTE_MS,
        by: member,
        carryOut: byCommand((context) => respondToGroup(context, { id: invitation, status: 'accepted' })),
      },
    );
  });
  if (admin) {
    const promotion = { group_id: id, user_id: idOf[admin], role: 'admin' } as const;
    events.push({ at: at + DAY_MS, by: owner, carryOut: byCommand((context) => setRole(context, promotion)) });
  }
  return events;
}

function chat({ messages }: DemoGroup, group_id: string, from: number, idOf: Readonly<Record<DemoPerson, string>>): DemoEvent[] {
  const written = messages.map((message) => {
    const at = from + message.after * MINUTE_MS;
    return { ...message, at, id: uuidV7({ msecs: at }) };
  });
  return written.flatMap(({ id, at, by, text, replyTo, reactions }): DemoEvent[] => {
    const reply_to_id = replyTo === undefined ? null : (written[replyTo]?.id ?? null);
    const message = { ...blankMessage, id, group_id, sender_id: idOf[by], content: text, reply_to_id };
    return [
      { at, by, carryOut: (engine, actor, writeId) => engine.create('group_messages', actor, writeId, message) },
      ...reactionsIn(reactions).map(([reader, emoji_code], nth): DemoEvent => {
        const key = { target_id: id, user_id: idOf[reader], emoji_code };
        return {
          at: at + (1 + 2 * nth) * MINUTE_MS,
          by: reader,
          carryOut: byCommand((context) => addReaction(context, { ...key, id: reactionId(key), target_type: 'message' })),
        };
      }),
    ];
  });
}
