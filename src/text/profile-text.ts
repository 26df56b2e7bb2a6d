/** The words of one's own profile and of the choices beside it, as Settings show them. */
export const profileText = {
  name: 'Name',
  bio: 'A line about you',
  location: 'Place',
  interests: 'Interests',
  empty: { name: 'Add your name', bio: 'Say something about yourself', location: 'Where you live' },
  nameRequired: 'Please enter a name',
  unstorable: 'This text has characters that cannot be kept. Please write it in another way.',
  later: 'Your profile is not on this device yet. It can be changed once it is here.',
  failed: 'Your profile could not be changed. Please try again.',
  newInterest: 'New interest',
  addInterest: 'Add',
  interestsFull: 'That is as many as a profile takes. Remove one to add another.',
  notifications: 'Notifications',
  notificationsLine: 'What you want to hear of',
  notificationsHelp: 'What you switch off is not shown in the list of notifications, on any of your devices.',
  notificationsFailed: 'Your choice could not be kept. Please try again.',
} as const;

/** `Change your name`: what a screen reader says of the row that opens a field. */
export const changeField = (label: string, value: string): string => (value ? `${label}: ${value}, change` : `${label}, add`);
export const removeInterestText = (interest: string): string => `Remove ${interest}`;
