import { sessionWording } from './session-wording.ts';

/** Sentences of the server's answers that the page also shows by itself, where it knows the outcome before it asks. */
export const answerWording = {
  WRONG_PASSWORD: 'Email or password is incorrect. Please try again.',
  NOT_VERIFIED: 'Please check your email and click the confirmation link.',
  ...sessionWording,
  SIGN_UP_CLOSED: 'Account creation is currently disabled.',
  INVITATION_NEEDED:
    'You need an invitation to sign up here. Ask somebody who is in already, and sign up with the address that they invite.',
  INVITATION_NOT_OPEN: 'This invitation is no longer open. Please ask for a new one.',
  WEAK_PASSWORD: 'Password must be at least 8 characters with letters and numbers.',
  COMMON_PASSWORD: 'Many people use this password, so it would be guessed first. Please choose another one.',
  PRESENT_PASSWORD_MISSING: 'Please show that it is you first: with your password, with a passkey, or by logging in again.',
  PRESENT_PASSWORD_TOO_OFTEN:
    'The password was wrong ten times within an hour, so this device was signed out. What you wrote stays on it. Please log in again.',
  PRESENT_PASSWORD_WRONG: 'That is not your current password. Please try again.',
  ADDRESS_CHANGE_SENT: 'We sent a link to your new address. Open it and confirm, and you sign in with that address from then on.',
  ADDRESS_CHANGED: 'Your address was changed. Log in with the new one from now on.',
  ADDRESS_TAKEN: 'Another account uses this address now. Nothing was changed.',
  ADDRESS_LINK_EXPIRED: 'This link has expired. Please ask for a new one in Settings.',
  ADDRESS_LINK_INVALID:
    'This link does not work, or you have used it already. If your address has not changed, please ask for a new link in Settings.',
  ACCOUNT_CREATED: 'Account created! Please check your email and click the verification link to complete setup.',
  SIGN_UP_PASSWORD_MISSING: 'This link was opened in another browser than the one that signed up. Please choose a password.',
  SIGN_UP_NAME_MISSING:
    'This address is not confirmed yet. Your new password confirms it and makes your account. Please type your name for it.',
  RESET_SENT: 'Password reset email sent successfully',
  PASSWORD_UPDATED: 'Password updated successfully',
  RESET_LINK_EXPIRED: 'Your password reset link has expired. Please request a new one.',
  RESET_LINK_INVALID: 'The password reset link is invalid or has expired. Please request a new one.',
  HIDDEN_CHARACTERS: 'This has characters that nobody can see. Please type it again.',
  UNUSUAL_CAPITALS: 'This address has capital letters other than A to Z. Please type it in small letters.',
  ADDRESS_MISSING: 'Please enter an email address',
  ADDRESS_INVALID: 'Please enter a valid email address',
  INVITATION_SENT: 'Invitation sent successfully!',
  INVITATION_CANCELLED: 'Invitation cancelled successfully',
  FRIEND_NOT_FOUND: 'Friend not found or you are not friends with this user',
  FRIEND_NOT_DIRECT: 'You can only view details of direct friends',
  PATH_NONE: 'No connection path found',
  GROUP_NAME_REQUIRED: 'Group name is required',
  GROUP_DELETED: 'Group deleted successfully!',
  GROUP_LEFT: 'Left group successfully!',
  CONTACT_SENT: 'Message sent',
  CONTACT_UNAVAILABLE: 'Nobody has set up an address for messages on this server yet. Please ask the person who runs it directly.',
  POST_NOT_FOUND: 'Post not found',
  DISK_FULL: 'This server has no disk space left and takes nothing new. Please try again later.',
  CHANGED_OFTEN: 'This was changed many times in the last hour. Please try again later.',
  UPLOAD_OFFSET: 'This part does not follow what has arrived. Please go on from there.',
  TOO_MANY_SCOPES: 'This request names more scopes than anybody can have.',
  SUBSCRIPTION_TIMEOUT: 'Subscription timeout',
  USER_NOT_FOUND: 'User not found',
  UNKNOWN_USER: 'Unknown User',
} as const;

export const invitationAnswered = ({ answer }: { readonly answer: 'accepted' | 'declined' }): string =>
  `Invitation ${answer} successfully!`;
