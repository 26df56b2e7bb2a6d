import { allow, refuse, type Verdict } from '../../../schemas/base/refusal.ts';
import { imageIdOf } from '../../../schemas/images/image.ts';
import { checkOwnImage } from '../../../schemas/images/image-rules.ts';
import type { CommandContext } from '../../sync/command.ts';
import { takeId } from '../../sync/used-ids.ts';

/**
 * Makes sure that this image is the actor's: one of theirs, or an id that nothing ever had, which is theirs from now on. Held until commit.
 * One that was deleted does not come back: devices may hold what it was.
 */
export async function holdOwnImage(context: CommandContext, id: string): Promise<Verdict> {
  const { tx, actor } = context;
  const [image] = await tx<{ owner_id: string }[]>`select owner_id from images where id = ${id} for no key update`;
  if (image) return checkOwnImage(actor, { owner: image.owner_id });
  if (!(await takeId(context, id))) return refuse('NOT_FOUND');
  await tx`insert into images (id, owner_id) values (${id}, ${actor.userId})`;
  return allow;
}

/** Deletes an image that a row of the actor's has stopped to name. */
export async function dropOwnImage({ tx, actor }: CommandContext, url: string | null): Promise<void> {
  const id = imageIdOf(url);
  if (id !== null) await tx`delete from images where id = ${id} and owner_id = ${actor.userId}`;
}
