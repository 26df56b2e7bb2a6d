/** Sentences that the server answers with and that the page has to say by itself as well, where it knows before it asks. */
export const answerWording = {
  WRONG_PASSWORD: 'Email or password is incorrect. Please try again.',
  NOT_VERIFIED: 'Please check your email and click the confirmation link.',
  SESSION_EXPIRED: 'Your session has expired. Please log in again.',
  SIGN_UP_CLOSED: 'Account creation is currently disabled.',
  INVITATION_NEEDED:
    'Signing up here takes an invitation. Ask somebody who is in already, and sign up with the address that they sent it to.',
  WEAK_PASSWORD: 'Password must be at least 8 characters with letters and numbers.',
  PRESENT_PASSWORD_MISSING: 'Please enter your present password as well, or log in again first.',
  PRESENT_PASSWORD_WRONG: 'Your present password is incorrect. Please try again.',
  ADDRESS_FIXED: 'The email address of an account cannot be changed yet. Nothing was changed.',
  ACCOUNT_CREATED: 'Account created! Please check your email and click the verification link to complete setup.',
  RESET_SENT: 'Password reset email sent successfully',
  PASSWORD_UPDATED: 'Password updated successfully',
  RESET_LINK_EXPIRED: 'Your password reset link has expired. Please request a new one.',
  RESET_LINK_INVALID: 'The password reset link is invalid or has expired. Please request a new one.',
  ADDRESS_MISSING: 'Please enter an email address',
  ADDRESS_INVALID: 'Please enter a valid email address',
  INVITATION_SENT: 'Invitation sent successfully!',
  INVITATION_CANCELLED: 'Invitation cancelled successfully',
  FRIEND_NOT_FOUND: 'Friend not found or you are not friends with this user',
  FRIEND_NOT_DIRECT: 'You can only view details of direct friends',
  HIDDEN_CHARACTERS: 'There are characters in this that nobody can see. Please type it anew.',
  PATH_NONE: 'No connection path found',
  GROUP_NAME_REQUIRED: 'Group name is required',
  GROUP_DELETED: 'Group deleted successfully!',
  GROUP_LEFT: 'Left group successfully!',
  CONTACT_SENT: 'Message sent',
  CONTACT_UNAVAILABLE: 'Nobody has set up an address for messages on this server yet. Please ask the person who runs it directly.',
  POST_NOT_FOUND: 'Post not found',
  DISK_FULL: 'This server has no disk space left and takes nothing new. Please try again later.',
  TOO_MANY_SCOPES: 'This request names more scopes than anybody can have.',
  UNKNOWN_USER: 'Unknown User',
} as const;

export const invitationAnswered = ({ answer }: { readonly answer: 'accepted' | 'declined' }): string =>
  `Invitation ${answer} successfully!`;
