/** Texts of the form that signs up. */
export const signUpText = {
  signingUp: 'Signing up...',
  privacy: 'What Kith keeps about you, and who can read it',
} as const;
