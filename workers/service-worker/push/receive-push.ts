/**
 * Answers a push: shows exactly one notice, whatever arrived and whatever fails, within five seconds. A browser ends the subscription of an
 * app that stays silent, so nothing is suppressed, not even for a window that is being looked at.
 *
 * What this device knows comes from its database (`answer-push.ts`). Without that answer the words of the message are shown, and while nobody
 * is signed in words that name nobody.
 */
import { pause } from '../../../schemas/base/pause.ts';
import type { Call } from '../../../schemas/push/call.ts';
import { type PushPayload, readCall, readPayload } from '../../../schemas/push/payload.ts';
import { showBadge } from '../../device/calls/app-badge.ts';
import { noteArrived, noteShown, shownEvent } from '../../device/calls/arrived-calls.ts';
import { rememberedMember } from '../../device/session/remembered-member.ts';
import { type Notice, noticeOf, type PushAnswer } from './notice.ts';

/** Finding out what to show takes at most this long. */
const LIMIT_MS = 4000;
/** Reading who is signed in takes a few milliseconds, or never ends where the storage hangs. */
const MEMBER_MS = 400;

type Registration = Pick<ServiceWorkerRegistration, 'getNotifications' | 'showNotification'>;

export interface PushPlace {
  readonly registration: Registration;
  readonly answerPush: (call: Call | null) => PushAnswer;
  readonly limitMs?: number;
}

/** Chromium alone keeps an app from going silent by what the member does with it, and forgives a notice that is closed at once. */
const mayCloseAtOnce = (): boolean => 'userAgentData' in navigator;

const maxActions = (): number => (globalThis as { Notification?: { maxActions?: number } }).Notification?.maxActions ?? 0;

/** The outcome of this work if it comes in time, and `otherwise` if it fails or is late. */
const within = <T>(limit: Promise<unknown>, work: Promise<T>, otherwise: T): Promise<T> =>
  Promise.race([work.catch(() => otherwise), limit.then(() => otherwise)]);

const isSignedIn = async (): Promise<boolean> => (await within(pause(MEMBER_MS), rememberedMember(), null)) !== null;

/** Whether this event was shown already, by a notice that is still there or was dismissed. */
async function wasShown(registration: Registration, { tag, call }: PushPayload): Promise<boolean> {
  if (!call) return false;
  const shown = await registration.getNotifications({ tag });
  return shown.some(({ data }) => readCall(data)?.event === call.event) || (await shownEvent(tag)) === call.event;
}

async function show(registration: Registration, { title, options, closes }: Notice): Promise<void> {
  try {
    await registration.showNotification(title, options);
  } catch (error) {
    // An engine may refuse an option that others know.
    console.warn('The notice was refused; showing its words alone', error);
    await registration.showNotification(title, { tag: options.tag, data: options.data });
  }
  if (!closes || !mayCloseAtOnce()) return;
  for (const notice of await registration.getNotifications({ tag: options.tag })) notice.close();
}

const noAnswer: PushAnswer = { known: Promise.resolve(null), done: Promise.resolve() };

/** Settles when the notice is shown and nothing is left to do. Never rejects unless the browser shows no notice at all. */
export async function receivePush(text: string | undefined, place: PushPlace): Promise<void> {
  const { registration, answerPush, limitMs = LIMIT_MS } = place;
  const payload = readPayload(text ?? '');
  const limit = pause(limitMs);
  let answer = noAnswer;
  let notice = noticeOf({ payload: null, device: null, isRepeat: false, maxActions: 0 });
  if (await isSignedIn()) {
    answer = answerPush(payload?.call ?? null);
    const [device, isRepeat] = await Promise.all([
      within(limit, answer.known, null),
      payload ? within(limit, wasShown(registration, payload), false) : false,
    ]);
    // They may have signed out in that time. What is shown then names nobody.
    if (await isSignedIn()) {
      notice = noticeOf({ payload, device, isRepeat, maxActions: maxActions() });
      if (!device && payload) showBadge(payload.badge);
    }
  }
  await show(registration, notice);
  const { tag, data } = notice.options;
  const noted = [noteArrived(Date.now()), ...(data.call ? [noteShown(tag, data.call.event)] : [])];
  await Promise.allSettled([...noted, answer.done]);
}
