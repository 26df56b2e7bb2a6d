import type { PushOffReason } from '../../../schemas/push/push-off.ts';

/** What is known of notices on this device, from the browser, the server and the member. */
export interface PushFacts {
  /** whether the browser shows notices: Safari on a phone does once Kith is on the home screen */
  readonly browser: 'able' | 'unable' | 'home-screen-first';
  readonly permission: NotificationPermission;
  /** what the server last said; `unknown` until it has answered */
  readonly server: 'unknown' | 'able' | PushOffReason;
  /** whether a press can subscribe now: the worker is registered and the key of the server is here */
  readonly isReady: boolean;
  /** whether the member has switched notices on here */
  readonly isOn: boolean;
  /** what the browser has: `other-key` if the server cannot call by it */
  readonly subscription: 'none' | 'other-key' | 'right';
  /** whether the server has said that it knows this subscription */
  readonly isSaved: boolean;
  readonly isOffline: boolean;
}

/** What a member reads about it. `lost`: switched on, but the device has ended it. `unsaved`: the server does not know of it yet. */
export type PushState =
  | 'loading'
  | 'unable'
  | 'home-screen-first'
  | 'denied'
  | PushOffReason
  | 'off'
  | 'off-offline'
  | 'lost'
  | 'unsaved'
  | 'unsaved-offline'
  | 'on';

/** The obstacles come first, the nearest before the others: nothing else helps while they are there. */
export function pushState({ browser, permission, server, isReady, isOn, subscription, isSaved, isOffline }: PushFacts): PushState {
  if (browser !== 'able') return browser;
  if (permission === 'denied') return 'denied';
  if (server === 'loopback' || server === 'no_way_out') return server;
  if (isOn) {
    if (subscription !== 'right') return 'lost';
    if (isSaved) return 'on';
    return isOffline ? 'unsaved-offline' : 'unsaved';
  }
  if (isOffline) return 'off-offline';
  return isReady ? 'off' : 'loading';
}

/** What the page knows at a start, once the server has said which subscription of this session it has. */
export interface RepairFacts extends Pick<PushFacts, 'permission' | 'server' | 'isOn' | 'subscription'> {
  /** whether the server has the subscription of the browser */
  readonly serverHasIt: boolean;
}

/**
 * What a start does about a device whose subscription is not as it should be. `adopt`: the browser lost what it had stored, and the server
 * still calls this session. `leave`: the subscription belongs to a member who was here before.
 */
export type Repair = 'nothing' | 'adopt' | 'leave' | 'subscribe' | 'renew' | 'save';

/** Each start compares the device with the server, since either may have lost what the other has. */
export function repairOf({ permission, server, isOn, subscription, serverHasIt }: RepairFacts): Repair {
  if (!isOn) {
    if (subscription === 'none') return 'nothing';
    return serverHasIt && subscription === 'right' ? 'adopt' : 'leave';
  }
  if (permission !== 'granted' || server !== 'able') return 'nothing';
  if (subscription === 'none') return 'subscribe';
  if (subscription === 'other-key') return 'renew';
  return serverHasIt ? 'nothing' : 'save';
}
