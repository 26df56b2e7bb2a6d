/** A UUID of any version, in lower case: what Postgres prints and what every id of Kith looks like. */
export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
export const UUID_LENGTH = 36;

const V7 = /^.{14}7.{3}-[89ab]/;

/**
 * Whether this is an id that a client makes: a uuid v7. Rows and writes are found faster in the order of their ids, and a write id says
 * when it was made. The time in it is not judged, because the clock of a device may be days off; the server notes by its own clock when a
 * row was created.
 */
export const isNewId = (id: string): boolean => UUID.test(id) && V7.test(id);
