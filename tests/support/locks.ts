/** Web Locks within one process, as far as drafts use them: Node has none. */
export function createLocks(): Pick<LockManager, 'request'> {
  const held = new Set<string>();
  async function request<T>(name: string, _: LockOptions, work: (lock: Lock | null) => T): Promise<Awaited<T>> {
    if (held.has(name)) return await work(null);
    held.add(name);
    try {
      return await work({ name, mode: 'exclusive' });
    } finally {
      held.delete(name);
    }
  }
  return { request: request as LockManager['request'] };
}
