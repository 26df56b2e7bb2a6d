/** Texts of the page that visitors see first. */
export const landingText = {
  seatsTitle: 'A small table, on purpose',
  seats: 'A few direct friends, and the people reachable through them. Quality over quantity.',
  audienceTitle: 'You choose who sees it',
  audience: 'Every post says who it is for, and you choose that before you share it.',
  safeTitle: 'Private and safe',
  safe: 'No advertising, no search for people, no followers. Leave whenever you like and take what is yours with you.',
  offlineTitle: 'Works without a signal',
  offline: 'Read, write and react on the train. It is sent when you are back.',
  picture: 'Kith, open at the posts of friends: each says who wrote it, when, and for whom',
  table: 'A round table with eight seats, all taken',
  title: 'A small table for your closest people',
  text: 'Write to the few who matter, and choose for each post who they are.',
  join: 'Join Your Tribe',
  login: 'Login',
  whatYouGet: 'What you get',
  where: 'What you write lies on this server, with the people who run it, and on the devices of the people you share it with.',
} as const;
