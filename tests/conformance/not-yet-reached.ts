/** Statuses that the document declares and `every-operation.pg.test.ts` does not reach yet. */
export const notYetReached: readonly string[] = [];
