import { readBase64url } from '../../../schemas/base/base64url.ts';
import { createTopic } from '../../../schemas/base/topic.ts';
import type { OwnSubscriptionAnswer, PushKeyAnswer } from '../../../schemas/push/push-answers.ts';
import { lastArrived } from '../../../workers/device/calls/arrived-calls.ts';
import { isAppleTouch, isInstalled } from '../../data/installed.ts';
import type { Answer } from '../../data/session/request.ts';
import { memberRequest } from '../account/member-request.ts';
import { declineNotices, readPushRecord, writePushRecord } from './push-record.ts';
import { type PushFacts, repairOf } from './push-state.ts';

/**
 * Notices on this device: the browser's subscription, what the server knows of it, and the member's choice, the same for everything on the
 * page that shows it. `turnOn` subscribes in the very click: browsers demand that, and Safari asks for permission only then.
 */
const SUBSCRIPTION = '/api/push/subscription';

/** All that a click needs to subscribe. */
export interface Ready {
  readonly registration: Pick<ServiceWorkerRegistration, 'pushManager'>;
  readonly key: Uint8Array<ArrayBuffer>;
}

/** Why the last press did not switch notices on. */
export type PushProblem = 'not-allowed' | 'no-service' | 'refused';

export interface PushDevice extends Omit<PushFacts, 'isReady' | 'isOffline'> {
  readonly ready: Ready | undefined;
  /** whether the worker of the app, which shows notices, is there */
  readonly hasWorker: boolean;
  /** when a call last arrived here, in milliseconds; null if none has */
  readonly arrived: number | null;
  readonly isBusy: boolean;
  readonly problem: PushProblem | null;
}

const changed = createTopic();
let snapshot: PushDevice = {
  browser: 'able',
  permission: 'default',
  server: 'unknown',
  isOn: false,
  subscription: 'none',
  isSaved: false,
  ready: undefined,
  hasWorker: false,
  arrived: null,
  isBusy: false,
  problem: null,
};
let key: Uint8Array<ArrayBuffer> | undefined;

export const pushDevice = (): PushDevice => snapshot;
export const onPushDevice = changed.subscribe;

function set(next: Partial<PushDevice>): void {
  snapshot = { ...snapshot, ...next };
  changed.announce();
}

function browserNow(): PushFacts['browser'] {
  if ('serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis) return 'able';
  return isAppleTouch() && !isInstalled() ? 'home-screen-first' : 'unable';
}

async function heldNow() {
  const registration = await navigator.serviceWorker?.getRegistration();
  if (!registration?.active) return {};
  return { registration, held: (await registration.pushManager.getSubscription()) ?? undefined };
}

function kindOf(held: PushSubscription | undefined): PushFacts['subscription'] {
  if (!held) return 'none';
  const own = held.options?.applicationServerKey;
  // Before the server has answered, and where a browser does not say, there is nothing to compare.
  if (!own || !key) return 'right';
  const bytes = new Uint8Array(own);
  return bytes.length === key.length && bytes.every((byte, at) => byte === key?.[at]) ? 'right' : 'other-key';
}

async function read(): Promise<void> {
  const browser = browserNow();
  if (browser !== 'able') {
    set({ browser });
    return;
  }
  const { registration, held } = await heldNow();
  const { isOn, saved } = readPushRecord();
  // Where notices are off, a start reads no database for them.
  const arrived = isOn ? await lastArrived() : null;
  set({
    ...(registration ? { browser, hasWorker: true } : {}),
    permission: Notification.permission,
    isOn,
    subscription: kindOf(held),
    isSaved: held !== undefined && held.endpoint === saved,
    ready: registration && key && snapshot.server === 'able' ? { registration, key } : undefined,
    arrived,
  });
}

let looking: Promise<void> = Promise.resolve();
/** Reads the state of the device anew. Never fails: what cannot be read stays as it was. */
export function lookAtPush(): Promise<void> {
  looking = looking.then(read).catch((error: unknown) => console.warn('Could not read the state of notices', error));
  return looking;
}

/** What the server says about calls, and its key. Returns whether it answered. */
export async function askPushServer(): Promise<boolean> {
  const answer = await memberRequest<PushKeyAnswer>('GET', '/api/push/key');
  if (!answer.ok) return false;
  const { off, key: text } = answer.data;
  key = text === null ? undefined : readBase64url(text)?.slice();
  set({ server: off ?? (key ? 'able' : 'unknown') });
  await lookAtPush();
  return true;
}

let turn: Promise<unknown> = Promise.resolve();
/** One at a time: a removal that is still on its way must not arrive after what was saved later. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const result = turn.then(work);
  turn = result.catch(() => undefined);
  return result;
}

/** Ends the subscription of this browser. That works without a network: the push service then answers the server that it is gone. */
async function unsubscribe(held: PushSubscription | undefined): Promise<void> {
  await held?.unsubscribe().catch((error: unknown) => console.warn('The subscription could not be ended', error));
}

/** Brings the subscription to the server. What fails is repeated at the next start, or once there is a connection. */
const save = (held: PushSubscription): Promise<void> =>
  inTurn(async () => {
    const answer = await memberRequest('PUT', SUBSCRIPTION, held.toJSON());
    if (answer.ok && readPushRecord().isOn) writePushRecord({ saved: held.endpoint });
    else if (!answer.ok && answer.code === 'PUSH_ENDPOINT_REFUSED') {
      await unsubscribe(held);
      writePushRecord({ isOn: false, saved: null });
      set({ problem: 'refused' });
    }
  });

const payRemoval = (): Promise<void> =>
  inTurn(async () => {
    if (!readPushRecord().owesRemoval) return;
    const answer = await memberRequest('DELETE', SUBSCRIPTION);
    if (answer.ok) writePushRecord({ owesRemoval: false });
  });

async function saveNew(subscribing: Promise<PushSubscription>): Promise<void> {
  const held = await subscribing;
  writePushRecord({ isOn: true, saved: null, owesRemoval: false });
  await lookAtPush();
  await save(held);
}

const subscribe = ({ registration, key: applicationServerKey }: Ready): Promise<PushSubscription> =>
  registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });

/** Switches notices on. Call it in the very click, without awaiting anything before: the browser asks for permission then, or never. */
export function turnOn(ready: Ready): Promise<void> {
  const subscribing = subscribe(ready);
  set({ isBusy: true, problem: null });
  return saveNew(subscribing)
    .catch((error: unknown) => {
      const isRefused = error instanceof DOMException && error.name === 'NotAllowedError';
      if (!isRefused) console.warn('Notices could not be switched on', error);
      set({ problem: isRefused ? 'not-allowed' : 'no-service' });
    })
    .then(lookAtPush)
    .finally(() => set({ isBusy: false }));
}

/** Switches notices off: here at once, on the server as soon as it can be reached. */
export async function turnOff(): Promise<void> {
  set({ isBusy: true, problem: null });
  writePushRecord({ isOn: false, saved: null, owesRemoval: true });
  declineNotices();
  await unsubscribe((await heldNow().catch(() => ({ held: undefined }))).held);
  await lookAtPush();
  set({ isBusy: false });
  await payRemoval();
}

/** Ends the subscription here. At sign-out it keeps the next member of this device from being called for the one before. */
export const leavePush = async (): Promise<void> => {
  await unsubscribe((await heldNow()).held);
  await lookAtPush();
};

const isSame = ({ endpoint, key: known }: OwnSubscriptionAnswer, held: PushSubscriptionJSON): boolean =>
  endpoint === held.endpoint && known === held.keys?.p256dh?.replace(/=$/, '');

async function mend(): Promise<void> {
  const { registration, held } = await heldNow();
  const answer = await memberRequest<OwnSubscriptionAnswer>('GET', SUBSCRIPTION);
  if (!answer.ok || snapshot.isBusy) return;
  const serverHasIt = held !== undefined && isSame(answer.data, held.toJSON());
  const repair = repairOf({ ...snapshot, serverHasIt });
  if (repair === 'leave' || repair === 'renew') await unsubscribe(held);
  if (repair === 'adopt') writePushRecord({ isOn: true });
  if (held && serverHasIt && readPushRecord().isOn && repair !== 'renew') writePushRecord({ saved: held.endpoint });
  if (held && repair === 'save') await save(held);
  // Outside of a click the browser may refuse. Then the settings say that it is to be switched on again.
  if (registration && key && (repair === 'subscribe' || repair === 'renew')) await saveNew(subscribe({ registration, key }));
}

/**
 * Compares this device with the server, and mends what differs: at each start, and when the connection is back. Most devices have nothing to
 * compare, and ask nothing. Never fails.
 */
export async function repairPush(): Promise<void> {
  await payRemoval();
  await lookAtPush();
  if (snapshot.browser !== 'able' || (!snapshot.isOn && snapshot.subscription === 'none')) return;
  try {
    if (await askPushServer()) await mend();
  } catch (error) {
    console.warn('Notices could not be repaired', error);
  }
  await lookAtPush();
}

/** Says that this browser has no worker to show notices with. */
export const lacksWorker = (): void => set({ browser: 'unable' });

/** Asks the server for one notice on this device. */
export const sendOneNow = (): Promise<Answer<unknown>> => memberRequest('POST', '/api/push/test', {});
