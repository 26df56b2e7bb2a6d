import type { SomeOf } from '../../../schemas/base/entity.ts';
import { allow, refuse, type Verdict } from '../../../schemas/base/refusal.ts';
import { checkSaysSomething } from '../../../schemas/images/image-rules.ts';
import { audienceOf, sameAudience } from '../../../schemas/posts/audience.ts';
import { type PostText, post as postEntity } from '../../../schemas/posts/post.ts';
import { checkChangePost } from '../../../schemas/posts/post-rules.ts';
import type { Command, CommandContext } from '../../sync/command.ts';
import { changePhotos } from '../images/change-photos.ts';
import { changeAudience } from './change-audience.ts';
import { lockPost, type PostFacts } from './post-facts.ts';

/** Changes a post to what its form says now: another text, other photos, another audience. Fields that are left out stay. */
export const changePost: Command<SomeOf<PostText> & { readonly id: string }> = async (context, change) =>
  changeLockedPost(context, await lockPost(context.tx, context.actor, change.id), change);

/** The same for a post that the caller has locked; null if there is none. */
export async function changeLockedPost(context: CommandContext, post: PostFacts | null, change: SomeOf<PostText>): Promise<Verdict> {
  const { tx, actor, writeId } = context;
  const verdict = checkChangePost(actor, { visible: post?.visible === true, author_id: post?.author_id ?? null });
  if (!verdict.allowed) return verdict;
  if (post === null) return refuse('POST_NOT_FOUND');

  const text = postEntity.textAfter(post, change);
  const says = checkSaysSomething(text);
  if (!says.allowed) return says;
  if (!postEntity.sameText({ ...text, ...audienceOf(post) }, post)) {
    context.stores();
    const photos = await changePhotos(context, { post_id: post.id }, post.photos, text.photos);
    if (!photos.allowed) return photos;
    await tx`update posts set content = ${text.content}, photos = ${tx.json(text.photos)}, edited_at = accepted_at(), write_id = ${writeId} where id = ${post.id}`;
    context.record({ scopes: post.scopes, collection: 'posts', id: post.id });
  }
  return sameAudience(text, post) ? allow : changeAudience(context, post, text);
}
