import type { CallSwitch } from '../../schemas/push/call-switches.ts';
import { memberClock } from './times.ts';

/** Texts for notices on this device: what arrives while Kith is closed. */
export const pushText = {
  title: 'Notices on this device',
  help: 'They arrive while Kith is closed, and say who wrote and where, never the text.',
  turnOn: 'Turn on',
  turningOn: 'Turning on...',
  switchOnAgain: 'Switch on again',
  turnOff: 'Turn off',
  turningOff: 'Turning off...',
  sendOne: 'Send me one now',
  sending: 'Sending...',
  sent: 'Sent. It arrives in a moment.',
  arrived: 'It has arrived.',
  notArrived: 'Sent, but it has not arrived yet. See whether this device mutes Kith, or saves its battery.',
  offlineTest: 'You are offline. Try again once you are back online.',
  notOnServer: 'The server does not know this device. Turn notices off, and on again.',
  about: 'Tell me about',
  aboutHelp: 'This counts for all your devices.',
  more: 'More',
  mail: 'A mail instead',
  mailHelp: 'Where no device of yours gets notices, one mail says what you have missed.',
} as const;

/** What can be switched on and off. */
export const callSwitchText: Readonly<Record<CallSwitch, string>> = {
  messages: 'Messages',
  comments: 'Comments and answers',
  posts: 'Posts of friends',
  reactions: 'Reactions',
  friends: 'Friends and invitations',
};

/** How often a mail may come. */
export const mailCallsText = { day: 'At most once a day', week: 'At most once a week', off: 'Never' } as const;

/** Asks once for notices, after somebody has become a friend. */
export const askingText = {
  label: 'Notices',
  when: (name: string): string => `Tell me when ${name} writes`,
  whenFriends: 'Tell me when friends write',
  text: 'A notice on this device says who wrote and where, never the text.',
  homeScreenText: 'For that, Kith has to be on your Home Screen first.',
  showHow: 'Show me how',
  on: 'Notices are on',
  onText: 'What they are about you choose in the settings.',
  close: 'Close',
} as const;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const ago = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'} ago`;

/** `just now`, `5 minutes ago`, `2 hours ago`, `3 days ago`, `on 3 May`. */
function arrivedAgo(at: number, now: number): string {
  const age = now - at;
  if (age < MINUTE) return 'just now';
  if (age < HOUR) return ago(Math.floor(age / MINUTE), 'minute');
  if (age < DAY) return ago(Math.floor(age / HOUR), 'hour');
  return age < 7 * DAY ? ago(Math.floor(age / DAY), 'day') : `on ${memberClock.longDate(at, now)}`;
}

/** `On. Last arrived 2 hours ago`. */
export const onText = (arrived: number | null, now: number): string =>
  arrived === null ? 'On. Nothing has arrived yet' : `On. Last arrived ${arrivedAgo(arrived, now)}`;

/** What this device calls itself: the notices of a phone are switched off by the phone, those of a computer by the browser. */
const deviceName = (isPhone: boolean): string => (isPhone ? 'phone' : 'browser');

/** The truth about notices on this device in one line, unless they are simply on. */
export const stateText = {
  loading: '...',
  unable: 'This browser cannot show notices',
  'home-screen-first': 'First add Kith to your Home Screen',
  denied: 'Blocked in your browser',
  loopback: 'This server cannot send notices',
  no_way_out: 'This server cannot send notices',
  off: 'Off',
  'off-offline': 'Off. You can turn them on once you are online',
  lost: (isPhone: boolean): string => `Switched off by this ${deviceName(isPhone)}. Switch on again`,
  unsaved: 'On, as soon as the server knows',
  'unsaved-offline': 'On, as soon as you are online',
} as const;

/** What to do about it, or why it is so. */
export const stateHelp = {
  unable: 'Another browser may. On an iPhone or iPad it takes iOS 16.4 or later.',
  'home-screen-first': 'An iPhone or iPad shows notices only of apps on the Home Screen.',
  denied: (isPhone: boolean): string =>
    isPhone
      ? 'Open the settings of your phone, then Apps, then Kith or your browser, then Notifications, and allow them.'
      : 'Press the icon beside the address of this page, then Notifications, and allow them.',
  loopback: 'It runs at an address that only its own computer can reach. The people who run it can change that.',
  no_way_out: 'It cannot reach the services that bring notices to browsers. The people who run it can change that.',
} as const;

/** Why a press did not switch notices on. */
export const problemText = {
  'not-allowed': 'Your browser did not allow it. Press again, and answer its question with Allow.',
  'no-service': 'Your browser could not reach the service that brings its notices. Please try again later.',
  refused: 'This server does not know the service that brings notices to your browser. The people who run it can allow that.',
} as const;
