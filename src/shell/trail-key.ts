/** Where the trail is kept in session storage: by itself, so that who is not signed in loads no more of it than its name. */
export const TRAIL_KEY = 'navigationHistory';
