/** The titles of the pages. */
export const pageTitle = {
  contact: 'Contact',
  terms: 'Terms & Conditions',
  privacy: 'Privacy Policy',
  security: 'Security Guide',
  app: 'Kith',
  home: 'Home',
  login: 'Login',
  posts: 'Posts',
  friends: 'Friends',
  groups: 'Groups',
  createPost: 'Create Post',
  editPost: 'Edit Post',
  post: 'Post',
  friend: 'Friend',
  createGroup: 'Create Group',
  groupSettings: 'Group Settings',
  group: 'Group',
  notifications: 'Notifications',
  settings: 'Settings',
  photos: 'Photos',
  shared: 'Shared with Kith',
} as const;

/** Texts around the pages. */
export const navigationText = {
  main: 'Main',
  newPost: 'New post',
  skip: 'Skip to content',
  back: 'Back',
} as const;
