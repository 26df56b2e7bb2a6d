import { allow, type Verdict } from '../../../schemas/base/refusal.ts';
import type { Audience } from '../../../schemas/posts/audience.ts';
import { checkAudienceReach, checkWritePost } from '../../../schemas/posts/post-rules.ts';
import type { CollectionName } from '../../../schemas/protocol/collections.ts';
import type { CommandContext } from '../../sync/command.ts';
import type { ScopeName } from '../../sync/scope-name.ts';
import { notify } from '../notifications/notify.ts';
import { withdrawFromFormerReaders } from '../notifications/withdraw-notifications.ts';
import { directReaders, inNetworkOf } from './audience.ts';
import { type PostFacts, scopesOfPost } from './post-facts.ts';

const sameScope = (a: ScopeName) => (b: ScopeName) => a.kind === b.kind && a.owner === b.owner && a.other === b.other;

/**
 * Moves a post of the actor, which the caller has locked, with its comments and reactions to the scopes of another audience: out of those
 * that it leaves, into those that it enters. Members who may no longer read it lose their notifications about it; direct friends who can
 * read it now are notified.
 */
export async function changeAudience(context: CommandContext, post: PostFacts, change: Audience): Promise<Verdict> {
  const { tx, actor } = context;
  const { id } = post;
  const { visibility_type, specific_user_ids } = change;
  const changed = { author_id: post.author_id, visibility_type, specific_user_ids };
  const audience = checkWritePost(actor, changed);
  if (!audience.allowed) return audience;
  // A person who was chosen before stays chosen after leaving the network. They do not read the post, and only the author takes them off.
  const added = specific_user_ids.filter((person) => !post.specific_user_ids.includes(person));
  const reach = checkAudienceReach(added, await inNetworkOf(tx, actor.userId, added));
  if (!reach.allowed) return reach;

  await context.countRare('audience', id);
  if (added.length > 0) context.stores();
  const readersBefore = await directReaders(tx, post);
  await tx`update posts set visibility_type = ${visibility_type}, write_id = ${context.writeId} where id = ${id}`;
  await tx`delete from post_visibility where post_id = ${id} and not user_id = any (${[...specific_user_ids]}::uuid[])`;
  await tx`
    insert into post_visibility (post_id, user_id)
    select ${id}, u from unnest(${[...specific_user_ids]}::uuid[]) as u on conflict do nothing`;

  const scopes = await scopesOfPost(tx, id);
  const scopesLeft = post.scopes.filter((before) => !scopes.some(sameScope(before)));
  const scopesEntered = scopes.filter((after) => !post.scopes.some(sameScope(after)));
  for (const row of await rowsBelow(context, id)) {
    if (scopesLeft.length > 0) context.record({ scopes: scopesLeft, ...row, removed: true });
    if (scopesEntered.length > 0) context.record({ scopes: scopesEntered, ...row });
  }
  if (scopesLeft.length > 0) context.record({ scopes: scopesLeft, collection: 'posts', id, removed: true });
  context.record({ scopes, collection: 'posts', id });

  await withdrawFromFormerReaders(context, id, specific_user_ids);
  const readersNow = await directReaders(tx, changed);
  const newReaders = readersNow.filter((reader) => !readersBefore.includes(reader));
  await notify(context, { type: 'post_created', recipients: newReaders, by: actor.userId, post_id: id });
  return allow;
}

/** The comments of a post and the reactions to it and to them: the rows that move with the post, and are deleted with it. */
export async function rowsBelow(context: CommandContext, postId: string): Promise<{ collection: CollectionName; id: string }[]> {
  return [
    ...(await context.tx<{ collection: CollectionName; id: string }[]>`
      select 'comments' as collection, id::text from post_comments where post_id = ${postId}
      union all
      select 'reactions', concat_ws('|', target_id, user_id, emoji_code) from post_reactions where post_id = ${postId}`),
  ];
}
