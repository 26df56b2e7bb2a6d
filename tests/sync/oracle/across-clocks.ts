import { comment, newPost } from './acts.ts';
import type { Device } from './device.ts';
import type { Scene } from './scene.ts';

/**
 * Without a network: writes a post, changes the clock, restarts the app and comments on the post. Returns false on a device without these
 * collections.
 */
export async function writeAcrossClocks(device: Device, scene: Scene, wrongBy: number): Promise<boolean> {
  const first = newPost(scene).write;
  if (!first || !['posts', 'comments'].every((name) => device.collections.some((one) => one === name))) return false;
  device.network.cut();
  device.closeStream();
  await device.write(first);
  device.setClock(wrongBy);
  await device.crash();
  const second = comment(scene, first.id).write;
  if (second) await device.write(second);
  return true;
}
