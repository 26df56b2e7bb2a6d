/** Why the app does not start, if the browser or the address prevents it. */
export const obstacleText = {
  insecure: {
    title: 'Kith needs a secure connection',
    text: 'This address begins with http, not https. On such a page the browser cannot keep anything safely on your device, and others on the network could read along.',
  },
  'no-storage': {
    title: 'Kith cannot keep anything in this browser',
    text: 'Kith keeps your posts on this device, so that it opens without a network. This browser does not allow that.',
  },
} as const;

/** What helps if the app does not start. */
export const cannotStartText = {
  invited: 'If somebody invited you',
  try: 'Try',
  orHttps: '. If that does not open, ask them for the address that begins with https.',
  runsServer: 'If you run this server',
  proxy: 'Put it behind a proxy with HTTPS and set',
  proxyThen: 'to that address; docs/configuration.md says how. On the machine that it runs on, open',
  whatHelps: 'What helps',
  allowCookies: 'Allow cookies and site data for',
  inSettings: 'in the settings of this browser.',
  privateWindow: 'If this is a private window, open Kith in an ordinary one.',
  otherBrowser: 'Otherwise, try another browser.',
  tryAgain: 'Try Again',
} as const;
