/** Why the app does not start, where browser or address do not let it. */
export const obstacleText = {
  insecure: {
    title: 'Kith needs a secure connection',
    text: 'This address begins with http, not https. On such a page browsers let nothing be kept safely on your device, and others on the network could read along.',
  },
  'no-storage': {
    title: 'Kith can keep nothing in this browser',
    text: 'Kith keeps your posts on this device, so that it opens without a network. This browser does not let it.',
  },
} as const;
