import type { Call } from '../../../schemas/push/call.ts';
import type { CallWords } from '../../../schemas/push/call-words.ts';
import { noticeWording } from '../../../schemas/push/notice-wording.ts';
import type { PushPayload } from '../../../schemas/push/payload.ts';

/** What a press on a button of a notice does. */
export type NoticeAction = 'read' | 'heart';

/** What this device knows about a call once it has everything that the server has reported. */
export interface DeviceNotice {
  /** the words with the names that this device knows; null for a message without a readable call */
  readonly words: CallWords | null;
  /** all of it was read or is gone */
  readonly isOver: boolean;
  /** when it happened; null if that is not known */
  readonly at: string | null;
  /** the buttons that would do something */
  readonly actions: readonly NoticeAction[];
}

/** What comes of asking this device. */
export interface PushAnswer {
  /** null if this device could not find it out */
  readonly known: Promise<DeviceNotice | null>;
  /** settles when the store is closed again; it never rejects */
  readonly done: Promise<void>;
}

/** The options of `showNotification` that the app uses; the types of TypeScript know some of them only. */
export interface NoticeOptions extends NotificationOptions {
  readonly tag: string;
  readonly renotify: boolean;
  readonly timestamp?: number;
  readonly actions?: readonly { readonly action: NoticeAction; readonly title: string }[];
  readonly data: { readonly call: Call | null };
}

export interface Notice {
  readonly title: string;
  readonly options: NoticeOptions;
  /** it says nothing but that there is nothing: a browser that allows that may close it at once */
  readonly closes: boolean;
}

/** Words that name nobody: for a message that cannot be read, and while nobody is signed in. */
export const plainWords: CallWords = { title: noticeWording.somethingNew, body: '' };
/** A push has to show something, also if all of it was read in the meantime. */
export const overWords: CallWords = { title: noticeWording.caughtUp, body: '' };

const PLAIN_TAG = 'kith';
const actionTitles: Readonly<Record<NoticeAction, string>> = { read: noticeWording.markRead, heart: '❤️' };

/**
 * The notice of a message, made of known members alone. It alerts anew even if an earlier notice has its tag, except for a repeat of the same
 * event, and for a notice that there is nothing.
 */
export function noticeOf(given: {
  readonly payload: PushPayload | null;
  /** null if that was not found out in time */
  readonly device: DeviceNotice | null;
  readonly isRepeat: boolean;
  /** how many buttons the browser shows */
  readonly maxActions: number;
}): Notice {
  const { payload, device, isRepeat, maxActions } = given;
  const isOver = device?.isOver ?? false;
  const { title, body } = isOver ? overWords : (device?.words ?? payload ?? plainWords);
  const isSilent = isRepeat || isOver;
  const actions = isOver ? [] : (device?.actions ?? []).slice(0, maxActions);
  return {
    title,
    options: {
      body,
      tag: payload?.tag || PLAIN_TAG,
      lang: 'en',
      dir: 'auto',
      icon: '/icons/icon-192.png',
      badge: '/icons/badge-96.png',
      data: { call: payload?.call ?? null },
      renotify: !isSilent,
      silent: isSilent,
      ...(device?.at ? { timestamp: Date.parse(device.at) } : {}),
      ...(actions.length > 0 ? { actions: actions.map((action) => ({ action, title: actionTitles[action] })) } : {}),
    },
    closes: isOver,
  };
}
