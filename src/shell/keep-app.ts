// Keeps the app on the device of somebody who is not signed in, so that its pages open without a network as well. Who signs in hears of
// new versions besides (service-worker.ts); here there is nobody to ask, and one that waits rules once all pages were closed.
import { scriptAddress } from '../data/script-address.ts';

/** Outside of a build there is no worker, and some private windows have none; everything else works. */
export async function keepApp(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const worker = navigator.serviceWorker;
  await worker.register(scriptAddress('/sw.js'));
  // A page that was on its way while the worker took over the others has none, and would find no screen offline.
  const { active } = await worker.ready;
  if (!worker.controller) active?.postMessage({ type: 'CLAIM' });
}
