import { refuse, type Verdict } from '../../../schemas/base/refusal.ts';
import { checkKeptPhotos } from '../../../schemas/images/image-rules.ts';
import type { Photo } from '../../../schemas/images/photo.ts';
import type { CommandContext } from '../../sync/command.ts';
import { takeIds } from '../../sync/push/used-ids.ts';
import { reservedBytes } from './photo-storage.ts';

/** The row of the actor that names the photos, locked by the caller. */
type NamingRow = { readonly post_id: string } | { readonly message_id: string };

/**
 * What a change of its photos means for the images of a row: new ones are named, and those that are named no longer are deleted with their
 * bytes. A photo belongs to one row, and an id that was ever in use is refused: somebody may have its old bytes.
 */
export async function changePhotos(
  context: CommandContext,
  row: NamingRow,
  before: readonly Photo[],
  after: readonly Photo[],
): Promise<Verdict> {
  const { tx, actor } = context;
  const verdict = checkKeptPhotos(before, after);
  if (!verdict.allowed) return verdict;
  const without = (some: readonly Photo[], others: readonly Photo[]) => some.filter(({ id }) => !others.some((other) => other.id === id));
  const dropped = without(before, after).map(({ id }) => id);
  const added = without(after, before);
  if (dropped.length > 0) await tx`delete from images where id = any (${dropped}::uuid[])`;
  if (added.length === 0) return verdict;
  const ids = added.map(({ id }) => id);
  if (!(await takeIds(context, ids))) return refuse('NOT_FOUND');
  context.storesPhotos(reservedBytes(added));
  await tx`insert into images ${tx(added.map(({ id, width, height }) => ({ id, width, height, owner_id: actor.userId, ...row })))}`;
  return verdict;
}
