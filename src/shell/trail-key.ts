/** Where the trail is kept in session storage. */
export const TRAIL_KEY = 'navigationHistory';
