/** The tabs of one browser. The member uses one after the other, as far as they go on. */
import { isDeepStrictEqual } from 'node:util';
import { pause } from '../../../schemas/base/pause.ts';
import { lacksDiskSpace } from '../../../workers/device/lacks-disk-space.ts';
import { createBrowserLocks } from '../../support/locks.ts';
import type { Collection } from './holdings.ts';
import { type Browser, openTab, type Tab } from './tab.ts';

/** What befalls the tab that leads, in a browser with two. Each is counted once another tab leads. */
export const tabFaults = ['open a second tab', 'close the tab that leads', 'kill the tab that leads', 'hang the tab that leads'] as const;
export type TabFault = (typeof tabFaults)[number];
export const isTabFault = (does: string): does is TabFault => tabFaults.some((fault) => fault === does);

const AT_MOST = 2;
/** Longer than the others wait for a leader that does not answer. */
const PATIENCE_MS = 8_000;
const LOOK_EVERY_MS = 20;
const WAKE_EVERY_MS = 1_000;
const OPEN_AGAIN_MS = 1_000;
/** A message, or a lock, is under way for so long. */
const PASSING_MS = 1;

export type Tabs = ReturnType<typeof createTabs>;

export function createTabs(shared: Omit<Browser, 'channels' | 'locksOf' | 'heardLeader'>) {
  const { network, collections, realm } = shared;
  let moving: { readonly from: string; readonly counted: string } | null = null;
  const browser: Browser = {
    ...shared,
    channels: new Map(),
    locksOf: createBrowserLocks((work) => void realm.setTimeout(work, PASSING_MS)),
    heardLeader(leader) {
      if (moving === null || leader === null || leader === moving.from) return;
      network.count(`fault: ${moving.counted}`);
      moving = null;
    },
  };
  /** from the one that was opened first */
  const open: Tab[] = [];
  /** The power that ends the open ones ends these as well. */
  const closing = new Set<Tab>();
  let [opened, used] = [0, 0];
  let opening = 0;
  /** All were closed, or killed together. What befell one of them may go on, and opens none any more. */
  let isOver = false;
  const going = () => open.filter(({ isSilent }) => !isSilent);

  /** A full disk has no room for a database that a power cut has taken altogether. The member sees that, and opens the app again. */
  async function openPatiently(): Promise<Tab> {
    for (;;) {
      try {
        opened += 1;
        return await openTab(browser, `tab ${opened}`);
      } catch (error) {
        if (!lacksDiskSpace(error)) throw error;
        network.count('fault: an app that a full disk keeps from opening');
      }
      await pause(OPEN_AGAIN_MS, realm);
    }
  }
  async function openNext(): Promise<void> {
    if (isOver) return;
    opening += 1;
    try {
      const tab = await openPatiently();
      if (isOver) await tab.kill();
      else open.push(tab);
    } finally {
      opening -= 1;
    }
  }
  const inFront = (): Tab => {
    const among = going();
    return among[used % among.length] as Tab;
  };
  const leading = (): Tab => open.find(({ id }) => id === inFront().leader) ?? inFront();
  function take(tab: Tab): Tab {
    open.splice(open.indexOf(tab), 1);
    return tab;
  }
  async function close(tab: Tab): Promise<void> {
    closing.add(tab);
    await tab.close();
    closing.delete(tab);
  }

  /** While a tab hangs, the others wake the leader, as pages do, until another leads. */
  async function wakeLeader(hanging: Tab, ms: number): Promise<void> {
    const until = realm.Date.now() + ms;
    for (let looked = 0; !isOver && moving !== null && realm.Date.now() < until; looked += LOOK_EVERY_MS) {
      if (looked % WAKE_EVERY_MS === 0 && hanging.isSilent && going().length > 0) inFront().wake();
      await pause(LOOK_EVERY_MS, realm);
    }
  }
  /** Either at once, until another tab leads, or with rows in hand, while the history goes on. */
  async function hang(tab: Tab, ms: number): Promise<void> {
    const withRows = ms % 2 === 1;
    // The other tab may have been killed by then.
    if (withRows) tab.hangWithRows(() => going().length === AT_MOST);
    else tab.hang();
    realm.setTimeout(() => tab.goOn(), ms);
    const woken = wakeLeader(tab, withRows ? ms : Math.min(ms, PATIENCE_MS));
    if (!withRows) await woken;
  }

  const rowsOf = async ({ database }: Tab, collection: Collection) =>
    (await database.collections[collection].find().exec()).map((row) => row.toJSON());

  return {
    open: openNext,
    inFront,
    going,
    /** whether a tab is being opened */
    get isOpening() {
      return opening > 0;
    },
    /** whether the tab that leads hangs, as far as the others know which one does */
    get leaderHangs() {
      return leading().isSilent;
    },
    /** The member goes to another tab. */
    next() {
      used += 1;
    },
    /** `ms`: for how long a tab hangs. */
    async befall(what: TabFault, ms: number): Promise<void> {
      if (open.length < AT_MOST) await openNext();
      if (what === 'open a second tab') return;
      const tab = leading();
      // A tab that hangs does not lead for long.
      if (tab.isSilent || (what === 'hang the tab that leads' && going().length < AT_MOST)) return;
      moving = { from: tab.id, counted: what };
      if (what === 'hang the tab that leads') return hang(tab, ms);
      if (what === 'close the tab that leads') await close(take(tab));
      else await take(tab).kill();
      if (going().length === 0) await openNext();
    },
    /** Kills the tab that the member uses, without a word. */
    async killInFront(): Promise<void> {
      await take(inFront()).kill();
      if (going().length === 0) await openNext();
    },
    /** Lets the tabs that hang go on. */
    goOn() {
      for (const tab of open) tab.goOn();
    },
    async close(): Promise<void> {
      isOver = true;
      for (const tab of open.splice(0)) {
        tab.goOn();
        await close(tab);
      }
    },
    async kill(): Promise<void> {
      isOver = true;
      await Promise.all([...open.splice(0), ...closing].map((tab) => tab.kill()));
    },
    /** The collections of which the tabs show other rows, after some time in which they may learn of each other's. There must be none. */
    async differing(withinMs: number): Promise<readonly string[]> {
      const until = realm.Date.now() + withinMs;
      for (;;) {
        const [first, ...others] = going();
        const differing: string[] = [];
        for (const collection of collections) {
          const rows = first && (await rowsOf(first, collection));
          for (const other of others) if (!isDeepStrictEqual(await rowsOf(other, collection), rows)) differing.push(collection);
        }
        if (differing.length === 0 || realm.Date.now() > until) return differing;
        await pause(LOOK_EVERY_MS, realm);
      }
    },
  };
}
