// Texts for the connection and for errors.
export const stateText = {
  lost: 'Connection lost',
  unreachable: 'The server cannot be reached',
  needsNetwork: 'signing in needs the network.',
  needsServer: 'please try again in a moment.',
} as const;

/** 3, or 99+ above 99. */
export const badgeText = (count: number): string => (count > 99 ? '99+' : String(count));

export type FailureKind = 'chunk' | 'network' | 'data' | 'other';

export const failureText: Record<FailureKind, string> = {
  chunk: 'A new version is out, and this page belongs to the old one. What you wrote is saved on this device.',
  network: 'This page could not be loaded. Please check your connection. What you wrote is saved on this device.',
  data: 'Something this screen needs is missing. What you wrote is saved on this device.',
  other: 'Something on this screen broke. What you wrote is saved on this device.',
};

const staleChunk = /dynamically imported module|importing a module script failed|preload css|loading chunk|mime type/i;
/** What a browser says about a request that did not get through; `failureKind` recognises it as a failure of the network. */
export const networkWords = 'Failed to fetch';

const network = /failed to fetch|networkerror|load failed|network request failed|err_internet/i;

/** Goes by the words that browsers use: there is nothing else to distinguish failures by. */
export function failureKind(error: unknown): FailureKind {
  const words = error instanceof Error ? `${error.name} ${error.message}` : String(error);
  if (staleChunk.test(words)) return 'chunk';
  if (network.test(words)) return 'network';
  return error instanceof TypeError && /undefined|null/.test(words) ? 'data' : 'other';
}

/** Texts for the screens that replace a failed one. */
export const errorText = {
  application: 'Application Error',
  page: 'Page Error',
  refresh: 'Refresh Page',
  tryAgain: 'Try Again',
  details: 'Technical details',
  tried: (retries: number, at: string): string => `\nTried ${retries} times, last at ${at}`,
} as const;
