/**
 * What a phone's share sheet sends to Kith: a form of texts and photos, by POST. The manifest names its path and fields. The service worker
 * answers it, and the server where there is no service worker. Both lead on to the page at the same path.
 */
export const SHARE_PATH = '/share';

/** The fields of the form. */
export const shareFields = { texts: ['title', 'text', 'url'], photos: 'photos' } as const;

/** How much one share may hold, apart from the number of its photos. */
export const SHARE_MAX_BYTES = 100 * 1024 * 1024;

/** Why nothing of a share was kept. */
export const notKeptReasons = ['not-ready', 'no-disk-space', 'others-wait', 'other-site', 'too-large', 'empty', 'failed'] as const;
export type NotKept = (typeof notKeptReasons)[number];

const PARAMETER = 'not-kept';

/** The address of the page, which says why nothing was kept. */
export const sharePage = (notKept?: NotKept): string => (notKept ? `${SHARE_PATH}?${PARAMETER}=${notKept}` : SHARE_PATH);

/** What the address of the page says. */
export function notKeptFrom(search: string): NotKept | undefined {
  const found = new URLSearchParams(search).get(PARAMETER);
  return notKeptReasons.find((reason) => reason === found);
}
