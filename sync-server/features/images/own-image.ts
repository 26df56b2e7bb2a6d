import { type Actor, allow, refuse, type Verdict } from '../../../schemas/base/refusal.ts';
import { imageIdOf, imageUrl } from '../../../schemas/images/image.ts';
import { checkOwnImage } from '../../../schemas/images/image-rules.ts';
import type { Tx } from '../../db/pool/transaction.ts';
import type { CommandContext } from '../../sync/command.ts';
import { takeId } from '../../sync/push/used-ids.ts';

/**
 * Makes sure that an image is the actor's: it is theirs already, or its id was never used and becomes theirs now. Locked until commit. A
 * deleted image does not return, because devices may still have its old content.
 */
export async function lockOwnImage(context: CommandContext, id: string): Promise<Verdict> {
  const { tx, actor } = context;
  const [image] = await tx<{ owner_id: string }[]>`select owner_id from images where id = ${id} for no key update`;
  if (image) return checkOwnImage(actor, { owner: image.owner_id });
  if (!(await takeId(context, id))) return refuse('NOT_FOUND');
  await tx`insert into images (id, owner_id) values (${id}, ${actor.userId})`;
  return allow;
}

/** Whether a row of the actor names this image. */
export async function isNamed(tx: Tx, actor: Actor, id: string): Promise<boolean> {
  return (await tx`select from named_images where owner_id = ${actor.userId} and url = ${imageUrl(id)}`).length > 0;
}

/** Deletes an image that a row of the actor no longer names, unless another row of theirs does. */
export async function dropOwnImage({ tx, actor }: CommandContext, url: string | null): Promise<void> {
  const id = imageIdOf(url);
  if (id === null) return;
  await tx`
    delete from images where id = ${id} and owner_id = ${actor.userId}
      and not exists (select from named_images where owner_id = ${actor.userId} and url = ${imageUrl(id)})`;
}
