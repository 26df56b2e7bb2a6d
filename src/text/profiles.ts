import { answerWording } from '../../schemas/wording/answer-wording.ts';

/** Texts for the member's profile and the choices beside it, as Settings shows them. */
export const profileText = {
  signedOut: 'Please log in to view profiles',
  outside: 'Not in your network: neither a friend of yours nor a friend of a friend.',
  notHere: 'This profile is not on this device yet. It will load when you are online.',
  name: 'Name',
  bio: 'A line about you',
  location: 'Place',
  interests: 'Interests',
  empty: { name: 'Add your name', bio: 'Say something about yourself', location: 'Where you live' },
  unstorable: 'This text has characters that cannot be saved. Please write it differently.',
  later: 'Your profile is not on this device yet. You can change it once it is here.',
  failed: 'Your profile could not be changed. Please try again.',
  newInterest: 'New interest',
  addInterest: 'Add',
  interestsFull: 'There is no room for more interests. Remove one to add another.',
  notifications: 'Notifications',
  notificationsLine: 'What you want to be notified of',
  notificationsHelp: 'What is switched off does not show up in your notifications, on any of your devices.',
  notificationsFailed: 'Your choice could not be saved. Please try again.',
  friendSince: (when: string): string => `Your friend since ${when}`,
  friend: 'Your friend',
  friendOfUnknown: 'Friend of somebody you do not know',
  openFriend: 'Open friend page',
  seePosts: (name: string): string => `See ${name}’s posts`,
  edit: 'Edit your profile',
  viewConnection: 'View connection',
  profile: 'Profile',
  howYouKnow: (name: string): string => `How you know ${name}`,
  more: (name: string): string => `More: ${name}`,
  livesIn: 'Lives in',
  loading: 'Loading profile',
} as const;

/** `Change your name`: what a screen reader says for the row that opens a field. */
export const changeField = (label: string, value: string): string => (value ? `${label}: ${value}, change` : `${label}, add`);
export const removeInterestText = (interest: string): string => `Remove ${interest}`;
export const interestRemovedText = (interest: string): string => `${interest} is removed.`;

/** Texts for how the signed-in member is connected to another member. */
export const connectionText = {
  signedOut: 'Please log in to view connection path',
  none: answerWording.PATH_NONE,
  noneWhy:
    'None of your friends or their friends leads to this person. A path goes from friend to friend, and stops where a friendship has ended.',
  long: 'This path is longer than four people. You may not know everyone on it.',
  notHere: 'This path goes beyond what is on this device. It will load when you are online.',
} as const;

/** Texts for the step after signing up. */
export const arrivalText = {
  page: 'Welcome',
  title: 'So that friends know you',
  text: 'Your name and your face, as they will see them at the table. Both can be changed later in Settings.',
  textPhoto: 'Your face, as they will see it at the table. You can leave it out, or add it later in Settings.',
  name: 'Your name',
  go: 'Continue',
  saving: 'Saving...',
  skip: 'Skip for now',
  failed: 'Your name could not be saved. Please try again, or skip this for now.',
  later: 'Your profile is still on its way to this device.',
} as const;
