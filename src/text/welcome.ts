/** Texts for the moment after signing in. */
export const welcomeText = {
  hello: (name: string): string => `Welcome, ${name}`,
  title: 'Welcome',
  text: 'Laying the table...',
  viewPosts: 'View Posts',
  createPost: 'Create Post',
} as const;
