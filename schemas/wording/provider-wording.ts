/**
 * Sentences about signing in through an identity provider. The server answers with them, and the page shows them where it knows by itself.
 */
export const providerWording = {
  UNAVAILABLE: 'Google sign-in is not available at the moment. Please try signing in with email and password, or contact support.',
  MISCONFIGURED: 'Configuration error. Please contact support.',
  DENIED: 'Sign-in was cancelled. Please try again.',
} as const;

/** Those that only the server knows when to say. */
export const providerRefusalWording = {
  NOT_YOU: 'That was another account, or an old sign-in. Please sign in there again with the account that you use for Kith.',
  ADDRESS_HAS_ACCOUNT: 'An account with this email already exists. Please log in instead.',
  ADDRESS_UNPROVED:
    'The email address of that account is not confirmed yet. Please confirm it there first, or sign up with email and password.',
} as const;
