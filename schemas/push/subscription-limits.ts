/** The addresses of push services have 150 to 500 characters. */
export const ENDPOINT_MAX = 1000;
export const AUTH_BYTES = 16;
