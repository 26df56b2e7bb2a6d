import { allow, refuse, type Verdict } from '../../../schemas/base/refusal.ts';
import { imageIdOf } from '../../../schemas/images/image.ts';
import { checkOwnImage } from '../../../schemas/images/image-rules.ts';
import type { CommandContext } from '../../sync/command.ts';
import { takeId } from '../../sync/push/used-ids.ts';

/**
 * Names the image of the actor's profile: it is that already, or its id was never used and becomes that now. Locked until commit. A
 * deleted image does not return, because devices may still have its old content.
 */
export async function nameProfileImage(context: CommandContext, id: string): Promise<Verdict> {
  const { tx, actor } = context;
  const [image] = await tx<{ profile_id: string | null }[]>`select profile_id from images where id = ${id} for no key update`;
  if (image) return checkOwnImage(actor, { owner: image.profile_id });
  if (!(await takeId(context, id))) return refuse('NOT_FOUND');
  await tx`insert into images (id, owner_id, profile_id) values (${id}, ${actor.userId}, ${actor.userId})`;
  return allow;
}

/** Deletes an image that the actor's profile names no longer. */
export async function dropProfileImage({ tx, actor }: CommandContext, url: string | null): Promise<void> {
  await tx`delete from images where id = ${imageIdOf(url)} and profile_id = ${actor.userId}`;
}
