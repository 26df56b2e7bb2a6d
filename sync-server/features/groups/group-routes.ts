import { type Context, Hono } from 'hono';
import * as z from 'zod/mini';
import { newIdSchema, uuidSchema } from '../../../schemas/base/ids.ts';
import { allow, type Verdict } from '../../../schemas/base/refusal.ts';
import { group as groupEntity, groupMember, type NewGroup } from '../../../schemas/groups/group.ts';
import { groupEmojiInput } from '../../../schemas/groups/group-emoji.ts';
import { answerWording } from '../../../schemas/wording/answer-wording.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { ok, refusalResponse } from '../../http/errors/envelope.ts';
import { HttpError } from '../../http/errors/http-error.ts';
import { newestPartAnswer, PAGE_MAX, pageAfter, pageBefore, partAnswer } from '../../http/pages.ts';
import { readJson } from '../../http/read-body.ts';
import type { FeatureDeps } from '../../rest/feature-deps.ts';
import { pathId } from '../../rest/path-id.ts';
import { readFor } from '../../rest/reading.ts';
import { creationOf, writeOf } from '../../rest/repeatable.ts';
import type { CommandContext } from '../../sync/command.ts';
import { createGroup } from './create-group.ts';
import { deleteGroup } from './delete-group.ts';
import { editGroup } from './edit-group.ts';
import { groupsOf, groupViews, invitationsOf, membersOf } from './group-views.ts';
import { inviteToGroup, type NewGroupInvitation } from './invite-to-group.ts';
import { leaveGroup } from './leave-group.ts';
import { removeMember } from './remove-member.ts';
import { setRole } from './set-role.ts';

const GROUP_INVITED_MAX = 64;

const descriptionSchema = z.pipe(
  z.optional(groupEntity.text.shape.description),
  z.transform((description) => description ?? null),
);
export const groupBodySchema = z.extend(groupEntity.textChange, { description: descriptionSchema, emoji: groupEmojiInput });
export const newGroupBodySchema = z.extend(groupBodySchema, {
  id: z.optional(newIdSchema),
  invited_user_ids: z.nullish(z.array(uuidSchema).check(z.maxLength(GROUP_INVITED_MAX))),
});
export const roleBodySchema = groupMember.text;

const nameMissing = (paths: readonly string[]) =>
  paths.includes('name') ? new HttpError(422, { message: answerWording.GROUP_NAME_REQUIRED }) : undefined;

/** Groups and their members: found, read, change, leave, delete. Invitations and messages have their own routes. */
export function groupRoutes(deps: FeatureDeps): Hono<AppEnv> {
  const { engine } = deps;
  const routes = new Hono<AppEnv>();
  const readGroup = (c: Context<AppEnv>, id: string) =>
    readFor(deps, c, async (reading) => {
      const [group] = await groupViews(reading, [id]);
      if (!group) return null;
      const open = await invitationsOf(reading, id, { limit: PAGE_MAX, after: null, statuses: ['pending'] });
      return { ...group, pendingInvitations: open.invitations };
    });

  routes.get('/groups', async (c) => {
    const page = pageBefore(c.req.query());
    const { groups, hasMore, joinedAt } = await readFor(deps, c, (reading) => groupsOf(reading, page));
    const part = newestPartAnswer(groups, hasMore, ({ id }) => ({ created_at: joinedAt.get(id) ?? '', id }));
    return ok(c, part);
  });

  routes.post('/groups', async (c) => {
    const actor = c.get('actor');
    const { invited_user_ids, ...body } = await readJson(c, newGroupBodySchema, nameMissing);
    const { id, write } = creationOf(c, 'groups', body.id);
    const group = { ...body, id, founder_id: actor.userId, emoji: body.emoji ?? null };
    const invited = [...new Set(invited_user_ids ?? [])];
    const verdict = await engine.run(actor, write, (context) => found(context, group, invited));
    if (!verdict.allowed) return refusalResponse(c, verdict.code);
    const created = await readGroup(c, id);
    return created ? ok(c, created, 201) : refusalResponse(c, 'GROUP_NOT_FOUND');
  });

  routes.get('/groups/:id', async (c) => {
    const group = await readGroup(c, pathId(c, 'id', 'GROUP_NOT_FOUND'));
    return group ? ok(c, group) : refusalResponse(c, 'GROUP_NOT_FOUND');
  });

  routes.put('/groups/:id', async (c) => {
    const id = pathId(c, 'id', 'GROUP_NOT_FOUND');
    const edit = { ...(await readJson(c, groupBodySchema, nameMissing)), id };
    const verdict = await engine.run(c.get('actor'), writeOf(c), (context) => editGroup(context, edit));
    if (!verdict.allowed) return refusalResponse(c, verdict.code);
    const changed = await readGroup(c, id);
    return changed ? ok(c, changed) : refusalResponse(c, 'GROUP_NOT_FOUND');
  });

  routes.delete('/groups/:id', async (c) => {
    const id = pathId(c, 'id', 'GROUP_NOT_FOUND');
    const verdict = await engine.run(c.get('actor'), writeOf(c), (context) => deleteGroup(context, { id }));
    return verdict.allowed ? ok(c, { id }, 200, answerWording.GROUP_DELETED) : refusalResponse(c, verdict.code);
  });

  routes.post('/groups/:id/leave', async (c) => {
    const group_id = pathId(c, 'id', 'GROUP_NOT_FOUND');
    const verdict = await engine.run(c.get('actor'), writeOf(c), (context) => leaveGroup(context, { group_id }));
    return verdict.allowed ? ok(c, { id: group_id }, 200, answerWording.GROUP_LEFT) : refusalResponse(c, verdict.code);
  });

  routes.get('/groups/:id/members', async (c) => {
    const id = pathId(c, 'id', 'GROUP_NOT_FOUND');
    const page = pageAfter(c.req.query());
    const found = await readFor(deps, c, (reading) => membersOf(reading, id, page));
    if (!found) return refusalResponse(c, 'GROUP_NOT_FOUND');
    const part = partAnswer(found.members, found.hasMore, ({ joined_at, user_id }) => ({ created_at: joined_at, id: user_id }));
    return ok(c, { ...part, members: part.items });
  });

  routes.delete('/groups/:id/members/:userId', async (c) => {
    const ref = { group_id: pathId(c, 'id', 'GROUP_NOT_FOUND'), user_id: pathId(c, 'userId', 'USER_NOT_FOUND') };
    const verdict = await engine.run(c.get('actor'), writeOf(c), (context) => removeMember(context, ref));
    return verdict.allowed ? ok(c, ref) : refusalResponse(c, verdict.code);
  });

  routes.put('/groups/:id/members/:userId/role', async (c) => {
    const ref = { group_id: pathId(c, 'id', 'GROUP_NOT_FOUND'), user_id: pathId(c, 'userId', 'USER_NOT_FOUND') };
    const { role } = await readJson(c, roleBodySchema);
    const verdict = await engine.run(c.get('actor'), writeOf(c), (context) => setRole(context, { ...ref, role }));
    return verdict.allowed ? ok(c, { ...ref, role }) : refusalResponse(c, verdict.code);
  });

  return routes;
}

/** Creates a group with its first invitations: all of it, or nothing if one of them cannot be sent. */
async function found(context: CommandContext, group: NewGroup, invited: readonly string[]): Promise<Verdict> {
  const founded = await createGroup(context, group);
  if (!founded.allowed) return founded;
  for (const member of invited) {
    const invitation: NewGroupInvitation = {
      id: context.newId(),
      group_id: group.id,
      inviter_id: context.actor.userId,
      to: { member },
      role: 'member',
    };
    const verdict = await inviteToGroup(context, invitation);
    if (!verdict.allowed) return verdict;
  }
  return allow;
}
