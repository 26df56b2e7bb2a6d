import { type Context, Hono } from 'hono';
import * as z from 'zod/mini';
import { newIdSchema, uuidSchema } from '../../../schemas/base/ids.ts';
import type { Verdict } from '../../../schemas/base/refusal.ts';
import { photosSchema } from '../../../schemas/images/photo.ts';
import { groupMessage } from '../../../schemas/messages/group-message.ts';
import { MESSAGE_PAGE_SIZE } from '../../../schemas/messages/message-limits.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { ok, refusalResponse } from '../../http/errors/envelope.ts';
import { pageAnswer, pageBefore } from '../../http/pages.ts';
import { readJson } from '../../http/read-body.ts';
import type { FeatureDeps } from '../../rest/feature-deps.ts';
import { NO_ROW_ID } from '../../rest/no-row-id.ts';
import { pathId } from '../../rest/path-id.ts';
import { readFor } from '../../rest/reading.ts';
import { creationOf, writeOf } from '../../rest/repeatable.ts';
import type { CommandContext } from '../../sync/command.ts';
import { deleteMessage } from './delete-message.ts';
import { editMessage } from './edit-message.ts';
import { messagePage, messageViews } from './message-views.ts';

export const messageBodySchema = z.extend(groupMessage.textChange, { photos: z.optional(photosSchema) });
export const newMessageBodySchema = z.extend(groupMessage.text, {
  photos: z._default(photosSchema, []),
  id: z.optional(newIdSchema),
  reply_to_id: z.nullish(uuidSchema),
});

/** A message by its own path, and below its group. Below any other group it does not exist. */
export const MESSAGE_PATHS = ['/messages/:messageId', '/groups/:id/messages/:messageId'];

/** Messages of groups: newest first; write, edit, delete. */
export function messageRoutes(deps: FeatureDeps): Hono<AppEnv> {
  const { engine } = deps;
  const routes = new Hono<AppEnv>();

  routes.get('/groups/:id/messages', async (c) => {
    const id = pathId(c, 'id', 'GROUP_NOT_FOUND');
    const page = pageBefore(c.req.query(), MESSAGE_PAGE_SIZE);
    const items = await readFor(deps, c, (reading) => messagePage(reading, id, page));
    return items ? ok(c, pageAnswer(items, page.limit)) : refusalResponse(c, 'GROUP_NOT_FOUND');
  });

  routes.post('/groups/:id/messages', async (c) => {
    const actor = c.get('actor');
    const group_id = pathId(c, 'id', 'GROUP_NOT_FOUND');
    const body = await readJson(c, newMessageBodySchema);
    const { id, write } = creationOf(c, 'group_messages', body.id);
    const message = { ...body, id, group_id, sender_id: actor.userId, reply_to_id: body.reply_to_id ?? null };
    const verdict = await engine.create('group_messages', actor, write, message);
    if (!verdict.allowed) return refusalResponse(c, verdict.code);
    const [sent] = await readFor(deps, c, (reading) => messageViews(reading, [id]));
    return sent ? ok(c, sent, 201) : refusalResponse(c, 'MESSAGE_NOT_FOUND');
  });

  routes.on(['PUT', 'PATCH'], MESSAGE_PATHS, async (c) => {
    const path = messageOfPath(c);
    const body = await readJson(c, messageBodySchema);
    const verdict = await engine.run(c.get('actor'), writeOf(c), (context) =>
      atMessage(context, path, (id) => editMessage(context, { ...body, id })),
    );
    if (!verdict.allowed) return refusalResponse(c, verdict.code);
    const [edited] = await readFor(deps, c, (reading) => messageViews(reading, [path.id]));
    return edited ? ok(c, edited) : refusalResponse(c, 'MESSAGE_NOT_FOUND');
  });

  routes.on('DELETE', MESSAGE_PATHS, async (c) => {
    const path = messageOfPath(c);
    const verdict = await engine.run(c.get('actor'), writeOf(c), (context) =>
      atMessage(context, path, (id) => deleteMessage(context, { id })),
    );
    return verdict.allowed ? ok(c, { id: path.id }) : refusalResponse(c, verdict.code);
  });

  return routes;
}

export interface MessagePath {
  readonly id: string;
  readonly groupId: string | null;
}

/** The message that the path of a request names. */
export const messageOfPath = (c: Context<AppEnv>): MessagePath => ({
  id: pathId(c, 'messageId', 'MESSAGE_NOT_FOUND'),
  groupId: c.req.param('id') === undefined ? null : pathId(c, 'id', 'MESSAGE_NOT_FOUND'),
});

/** Runs an act on a message that lies where the path says; elsewhere there is none. */
export async function atMessage(context: CommandContext, path: MessagePath, act: (id: string) => Promise<Verdict>): Promise<Verdict> {
  if (path.groupId === null) return act(path.id);
  const found = await context.tx`select from group_messages where id = ${path.id} and group_id = ${path.groupId}`;
  return act(found.count === 0 ? NO_ROW_ID : path.id);
}
