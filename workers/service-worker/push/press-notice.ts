/** What a press on a notice opens: the screen of its call, in a window of the app that is there, or else in a new one. */
import { pause } from '../../../schemas/base/pause.ts';
import { callAddress } from '../../../schemas/push/call-address.ts';
import { readCall } from '../../../schemas/push/payload.ts';

/** Asks a page to go to this path. It answers through the port that comes with it. */
export interface OpenPath {
  readonly type: 'OPEN';
  readonly path: string;
  /** in milliseconds by the clock of the device: a page that was suspended until then must not go there, since another window was opened */
  readonly until: number;
}

/** A page that does not answer within this time is suspended, still loading, or shows no member's screens. */
const ANSWER_MS = 400;
/** So many windows are asked, those that were looked at last. */
const ASKED = 3;

interface AppWindow {
  postMessage(message: OpenPath, transfer: MessagePort[]): void;
  focus(): Promise<unknown>;
}

/** The windows of this origin, of `clients` in a service worker. */
export interface Windows {
  matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<readonly AppWindow[]>;
  openWindow(path: string): Promise<unknown>;
}

/** The path of the screen of a notice. A notice without a readable call opens the list of notifications. */
export function pathOf(data: unknown): string {
  const call = readCall(data);
  return call ? callAddress(call) : '/notifications';
}

/** Whether the page goes to this path by itself, which keeps what is being written in it. */
async function goesTo(client: AppWindow, path: string): Promise<boolean> {
  const { port1, port2 } = new MessageChannel();
  const answered = new Promise<boolean>((resolve) => {
    port1.onmessage = () => resolve(true);
  });
  const message: OpenPath = { type: 'OPEN', path, until: Date.now() + ANSWER_MS };
  client.postMessage(message, [port2]);
  const goes = await Promise.race([answered, pause(ANSWER_MS).then(() => false)]);
  port1.close();
  return goes;
}

/** Opens the screen of a notice. */
export async function pressNotice(data: unknown, windows: Windows): Promise<void> {
  const path = pathOf(data);
  const open = await windows.matchAll({ type: 'window', includeUncontrolled: true });
  for (const client of open.slice(0, ASKED)) {
    if (!(await goesTo(client, path))) continue;
    // A browser may refuse to bring a window forward. The page is there all the same.
    await client.focus().catch(() => undefined);
    return;
  }
  await windows.openWindow(path);
}
