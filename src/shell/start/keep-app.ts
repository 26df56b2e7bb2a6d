// Keeps the app on the device of a visitor, so that its pages open without a network as well. Signed-in members also learn of new versions
// (service-worker.ts). Visitors are not asked: a waiting version takes over once all pages are closed.
import { scriptAddress } from '../../../workers/device/script-address.ts';

/** Outside of a build there is no service worker, and some private windows have none; everything else works. */
export async function keepApp(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const worker = navigator.serviceWorker;
  await worker.register(scriptAddress('/sw.js'));
  // A page that was loading while the worker took over the others has no controller, and would find no screen offline.
  const { active } = await worker.ready;
  if (!worker.controller) active?.postMessage({ type: 'CLAIM' });
}
