/**
 * An id that no row has. Where something is hidden, missing, or not where a path says, the query still runs, with this id. A faster answer
 * would reveal which of these it is.
 */
export const NO_ROW_ID = '00000000-0000-0000-0000-000000000000';
