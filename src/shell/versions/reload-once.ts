const AGAIN_AFTER_MS = 5 * 60_000;

/**
 * Reloads the page. Returns false if that was done for the same reason less than five minutes ago. `storage` decides for whom that counts:
 * this tab, or all.
 */
export function reloadOnce(reason: string, storage: Storage, now = Date.now()): boolean {
  if (!mayReload(reason, storage, now)) return false;
  try {
    storage.setItem(reason, String(now));
  } catch {
    // Without storage nothing would remember the first reload, and the page could reload forever.
    return false;
  }
  location.reload();
  return true;
}

/** Whether `reloadOnce` would reload. */
export function mayReload(reason: string, storage: Storage, now = Date.now()): boolean {
  try {
    const last = Number(storage.getItem(reason) ?? 0);
    // A clock that was set back must not forbid a reload for long.
    return last > now || now - last >= AGAIN_AFTER_MS;
  } catch {
    return false;
  }
}
