/** The realm of one tab, in which everything stops where the tab hangs or dies. What is under way in its store goes on while it hangs. */
import type { DeviceRealm } from '../../../workers/device/session/device-realm.ts';
import { timersOver } from '../../support/realm-timers.ts';
import { realmWith } from '../../support/realm-with.ts';
import { createChannels } from '../simulated/channels.ts';
import { lost } from './line.ts';
import type { Browser } from './tab.ts';

/** A message to another realm, or a lock, is under way for so long. */
const PASSING_MS = 1;
/** What a page of a pull, a frame, or the answer to a push looks like that brings rows. */
const ROWS = /"documents":\[\{|"document":\{/;

export function tabRealm({ realm: base, access, network, channels, locksOf, member }: Browser) {
  let state: 'goes on' | 'hangs' | 'catches up' | 'is dead' = 'goes on';
  const due: (() => void)[] = [];
  /** whether it hangs with the next rows that come */
  let hangsWithRows: (() => boolean) | null = null;
  const dying = new AbortController();
  const isSilent = () => state === 'hangs' || state === 'is dead';
  function pass(work: () => void): void {
    if (state === 'goes on') work();
    else if (state !== 'is dead') due.push(work);
  }
  const wait = <T>(work: Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      work.then(
        (value) => pass(() => resolve(value)),
        (error) => pass(() => reject(error)),
      );
    });
  /** What was due comes one after the other, as tasks do, each with everything that follows from it at once. */
  function catchUp(): void {
    if (state === 'is dead') return;
    const work = due.shift();
    if (work) base.setTimeout(catchUp, 0);
    else state = 'goes on';
    work?.();
  }
  const later = (work: () => void) => void base.setTimeout(work, PASSING_MS);

  const own = timersOver(base, pass);

  /** The cookie of the session is the browser's, so the request for a token tells nothing of it. */
  async function refresh(): Promise<Response> {
    if (!network.up) throw lost();
    await access.renew();
    if (!network.up) throw lost();
    const user = { id: member, email: 'member@kith.test', name: 'A member' };
    return Response.json({ success: true, data: { access_token: access.token, expires_at: 0, user } });
  }
  const inTurn = (response: Response): Response => {
    const pieces = new TransformStream<Uint8Array, Uint8Array>({
      async transform(piece, controller) {
        if (state === 'goes on' && hangsWithRows?.() && ROWS.test(new TextDecoder().decode(piece))) state = 'hangs';
        // What came while it hung is there as soon as it goes on.
        if (isSilent()) await wait(Promise.resolve());
        controller.enqueue(piece);
      },
    });
    return new Response(response.body?.pipeThrough(pieces) ?? null, { status: response.status, headers: response.headers });
  };
  const fetch: DeviceRealm['fetch'] = (input, init) => {
    if (new URL(String(input), 'http://device').pathname === '/api/auth/refresh') return wait(refresh());
    const signal = init?.signal ? AbortSignal.any([init.signal, dying.signal]) : dying.signal;
    return wait(network.fetch(input, { ...init, signal })).then(inTurn);
  };

  const locks = locksOf(pass);
  const realm = realmWith(
    {
      fetch,
      BroadcastChannel: createChannels(later, channels, pass) as unknown as DeviceRealm['BroadcastChannel'],
      navigator: { locks: locks.locks },
      ...own.timers,
      AbortSignal: own.AbortSignal,
    },
    base,
  );
  return {
    realm,
    pass,
    /** what `work` gives, once the tab goes on */
    wait,
    isSilent,
    hang() {
      if (state === 'goes on') state = 'hangs';
    },
    /** Hangs once rows have come, which it then has in hand, if `may` still permits it. */
    hangWithRows(may: () => boolean) {
      hangsWithRows = may;
    },
    goOn() {
      hangsWithRows = null;
      if (state !== 'hangs') return;
      state = 'catches up';
      catchUp();
    },
    /** The realm has ended by itself. */
    leave: () => locks.leave(),
    die() {
      state = 'is dead';
      dying.abort();
      locks.leave();
    },
  };
}
