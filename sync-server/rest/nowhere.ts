/**
 * The id that no row has. Where something is hidden, missing, or not where a path says, it is looked for all the same, by this: an
 * answer that came sooner would tell which of these it is.
 */
export const NOWHERE = '00000000-0000-0000-0000-000000000000';
