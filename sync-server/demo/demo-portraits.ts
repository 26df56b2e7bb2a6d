import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { v7 as uuidV7 } from 'uuid';
import { imageUrl } from '../../schemas/images/image.ts';
import { storeImage } from '../features/images/store-image.ts';
import { updateProfile } from '../features/profiles/update-profile.ts';
import type { CommandContext } from '../sync/command.ts';
import type { DemoPerson } from './demo-story.ts';

/** Beside this module, and beside the bundle that contains it. Jonas shows his initials, because not everybody has a photo. */
const portraitsDir = fileURLToPath(new URL('./demo-portraits/', import.meta.url));
export const demoPortraits: readonly DemoPerson[] = ['hanna', 'ana', 'priya', 'idris', 'ruth'];
/** width and height of the stored files */
const SIDE = 256;

/** Gives a person of the demo their photo, with the commands that a member's own device runs. */
export async function choosePortrait(context: CommandContext, person: DemoPerson): ReturnType<typeof storeImage> {
  const bytes = await readFile(`${portraitsDir}${person}.webp`);
  const id = uuidV7();
  const named = await updateProfile(context, { id: context.actor.userId, profile_image_url: imageUrl(id) });
  if (!named.allowed) return named;
  const hash = createHash('sha256').update(bytes).digest();
  return storeImage(context, { id, image: { large: { bytes, type: 'image/webp', width: SIDE, height: SIDE, hash }, small: null } });
}
