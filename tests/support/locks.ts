/** Web Locks of one browser within a process, all exclusive. What a realm is given or loses, it learns later. Node has none. */
type Pass = (work: () => void) => void;
type Work = (lock: Lock | null) => unknown;
interface Claim {
  readonly name: string;
  readonly clientId: string;
  grant(): void;
  fail(error: unknown): void;
}
const isAborted = () => new DOMException('The lock was taken by another', 'AbortError');

export function createBrowserLocks(later: Pass) {
  const held = new Map<string, Claim>();
  const waiting: Claim[] = [];
  let realms = 0;

  function give(name: string): void {
    const at = held.has(name) ? -1 : waiting.findIndex((claim) => claim.name === name);
    const [next] = at < 0 ? [] : waiting.splice(at, 1);
    if (!next) return;
    held.set(name, next);
    later(next.grant);
  }
  function release(claim: Claim): void {
    if (held.get(claim.name) !== claim) return;
    held.delete(claim.name);
    give(claim.name);
  }

  /** The locks as one realm has them. `pass` runs what happens in it. `leave`: the realm is gone, and others get what it held. */
  return function locksOf(pass: Pass): { readonly locks: LockManager; leave(): void } {
    const own = new Set<Claim>();
    realms += 1;
    const clientId = `realm ${realms}`;
    let isGone = false;

    function request(name: string, { ifAvailable, steal, signal }: LockOptions, work: Work): Promise<unknown> {
      return new Promise((resolve, reject) => {
        if (isGone) return;
        async function run(): Promise<void> {
          if (held.get(name) !== claim) return;
          try {
            resolve(await work({ name, mode: 'exclusive' }));
          } catch (error) {
            reject(error);
          } finally {
            pass(() => {
              own.delete(claim);
              release(claim);
            });
          }
        }
        const claim: Claim = {
          ...{ name, clientId },
          grant: () => pass(() => void run()),
          fail: (error) => later(() => pass(() => reject(error))),
        };
        if (ifAvailable && held.has(name)) {
          later(() => pass(() => resolve(work(null))));
          return;
        }
        own.add(claim);
        if (steal) {
          held.get(name)?.fail(isAborted());
          held.set(name, claim);
          later(claim.grant);
          return;
        }
        signal?.addEventListener('abort', () => {
          if (!waiting.includes(claim)) return;
          waiting.splice(waiting.indexOf(claim), 1);
          claim.fail(signal.reason);
        });
        waiting.push(claim);
        give(name);
      });
    }
    return {
      locks: {
        request: (name: string, ...given: [Work] | [LockOptions, Work]) =>
          given.length === 1 ? request(name, {}, given[0]) : request(name, ...given),
        query: () =>
          new Promise<LockManagerSnapshot>((resolve) => {
            later(() => {
              const state = { held: [...held.values()].map(({ name, clientId }) => ({ name, clientId, mode: 'exclusive' as const })) };
              later(() => pass(() => resolve(state)));
            });
          }),
      } as unknown as LockManager,
      leave() {
        isGone = true;
        for (const claim of own) {
          if (waiting.includes(claim)) waiting.splice(waiting.indexOf(claim), 1);
          release(claim);
        }
        own.clear();
      },
    };
  };
}

/** The locks of a browser with one realm. */
export const createLocks = (): LockManager => createBrowserLocks(queueMicrotask)((work) => work()).locks;
