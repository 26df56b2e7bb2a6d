/** What is said about notices on this device in each cell of what is known, and what a start repairs. */
import { expect, test } from 'vitest';
import { type PushFacts, type PushState, pushState, type Repair, type RepairFacts, repairOf } from './push-state.ts';

const on: PushFacts = {
  browser: 'able',
  permission: 'granted',
  server: 'able',
  isReady: true,
  isOn: true,
  subscription: 'right',
  isSaved: true,
  isOffline: false,
};
const off: PushFacts = { ...on, permission: 'default', isOn: false, subscription: 'none', isSaved: false };

test.for<readonly [string, PushFacts, PushState]>([
  ['switched on, and the server has it', on, 'on'],
  ['the same without a network', { ...on, isOffline: true }, 'on'],
  ['the same before the server has answered', { ...on, server: 'unknown', isReady: false }, 'on'],
  ['the server has not got it yet', { ...on, isSaved: false }, 'unsaved'],
  ['switched on, and the network went away', { ...on, isSaved: false, isOffline: true }, 'unsaved-offline'],
  ['the phone has ended the subscription', { ...on, subscription: 'none', isSaved: false }, 'lost'],
  ['the phone has taken the permission back as well', { ...on, permission: 'default', subscription: 'none', isSaved: false }, 'lost'],
  ['the server has another key now', { ...on, subscription: 'other-key' }, 'lost'],
  ['the phone has ended it, and the worker is not there yet', { ...on, subscription: 'none', isSaved: false, isReady: false }, 'lost'],
  ['never switched on', off, 'off'],
  ['never switched on here, but allowed', { ...off, permission: 'granted' }, 'off'],
  ['switched off, and the browser still has a subscription', { ...off, permission: 'granted', subscription: 'right' }, 'off'],
  ['the key of the server is on its way', { ...off, server: 'unknown', isReady: false }, 'loading'],
  ['the key of the server cannot come', { ...off, server: 'unknown', isReady: false, isOffline: true }, 'off-offline'],
  ['off, and the network went away', { ...off, isOffline: true }, 'off-offline'],
  ['the browser blocks notices', { ...off, permission: 'denied' }, 'denied'],
  ['the browser blocks what was switched on', { ...on, permission: 'denied', subscription: 'none', isSaved: false }, 'denied'],
  ['the server is on its own machine', { ...off, server: 'loopback', isReady: false }, 'loopback'],
  ['the server has lost its way out', { ...on, server: 'no_way_out', isReady: false }, 'no_way_out'],
  ['an old browser', { ...off, browser: 'unable' }, 'unable'],
  ['an iPhone that has not installed Kith', { ...off, browser: 'home-screen-first', permission: 'denied' }, 'home-screen-first'],
])('%s', ([, facts, shown]) => {
  expect(pushState(facts)).toBe(shown);
});

test('nothing is said to be on in any cell where no call can arrive', () => {
  const cells: PushFacts[] = [{ ...on }];
  for (const [fact, values] of [
    ['browser', ['able', 'unable', 'home-screen-first']],
    ['permission', ['default', 'granted', 'denied']],
    ['server', ['unknown', 'able', 'loopback', 'no_way_out']],
    ['isReady', [true, false]],
    ['isOn', [true, false]],
    ['subscription', ['none', 'other-key', 'right']],
    ['isSaved', [true, false]],
    ['isOffline', [true, false]],
  ] as const) {
    cells.push(...cells.splice(0).flatMap((cell) => values.map((value) => ({ ...cell, [fact]: value }) as PushFacts)));
  }
  expect(cells.length).toBe(3 * 3 * 4 * 2 * 2 * 3 * 2 * 2);
  const count: Partial<Record<PushState, number>> = {};
  for (const cell of cells) {
    const state = pushState(cell);
    count[state] = (count[state] ?? 0) + 1;
    const calls = cell.browser === 'able' && cell.permission !== 'denied' && cell.isOn && cell.subscription === 'right';
    if (/^(?:on|unsaved)/.test(state)) expect(calls, JSON.stringify(cell)).toBe(true);
    if (state === 'on') expect(cell.isSaved, JSON.stringify(cell)).toBe(true);
    // A button that subscribes shows only where a press can do it, or once this device has been switched off by others.
    if (state === 'off') expect(cell.isReady, JSON.stringify(cell)).toBe(true);
  }
  expect(Object.keys(count).sort()).toEqual([
    'denied',
    'home-screen-first',
    'loading',
    'loopback',
    'lost',
    'no_way_out',
    'off',
    'off-offline',
    'on',
    'unable',
    'unsaved',
    'unsaved-offline',
  ]);
});

const running: RepairFacts = { permission: 'granted', server: 'able', isOn: true, subscription: 'right', serverHasIt: true };
const absent = { isOn: false, subscription: 'none', serverHasIt: false } as const;

test.for<readonly [string, RepairFacts, Repair]>([
  ['nothing differs', running, 'nothing'],
  ['the server lost it', { ...running, serverHasIt: false }, 'save'],
  ['the server has another key', { ...running, subscription: 'other-key' }, 'renew'],
  ['the browser lost it', { ...running, subscription: 'none', serverHasIt: false }, 'subscribe'],
  ['the browser lost it with the permission', { ...running, permission: 'default', subscription: 'none', serverHasIt: false }, 'nothing'],
  ['the server can call nobody now', { ...running, server: 'no_way_out', serverHasIt: false }, 'nothing'],
  ['never switched on', { ...running, ...absent }, 'nothing'],
  ['the browser forgot that it was switched on', { ...running, isOn: false }, 'adopt'],
  ['a subscription of a member before', { ...running, isOn: false, serverHasIt: false }, 'leave'],
  ['a subscription of a member before, for another key', { ...running, isOn: false, subscription: 'other-key' }, 'leave'],
])('[R-23] a start repairs: %s', ([, facts, repair]) => {
  expect(repairOf(facts)).toBe(repair);
});
