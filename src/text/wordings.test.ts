import { expect, test } from 'vitest';
import { providerRefusalWording } from '../../schemas/wording/provider-wording.ts';
import { allWordings } from '../../tests/support/wordings.ts';
import { statusText } from './answers.ts';
import { friendText, invitationRefusal } from './friends.ts';
import { resetLinkError } from './passwords.ts';
import { postRefusal } from './posts.ts';

test.each([
  [400, 'Invalid request. Please check your input and try again.'],
  [401, 'You need to log in to access this feature.'],
  [403, "You don't have permission to perform this action."],
  [404, 'The requested content could not be found.'],
  [409, 'This action conflicts with the current state. Please refresh and try again.'],
  [422, 'The provided data is invalid. Please check your input.'],
  [429, 'Too many requests. Please wait a moment before trying again.'],
  [500, 'Something went wrong on our end. Please try again later.'],
  [418, 'An unexpected error occurred.'],
  [0, 'An unexpected error occurred.'],
])('status %i reads "%s"', (status, words) => {
  expect(statusText(status)).toBe(words);
});

test('timeouts and an unavailable service have their own texts', () => {
  for (const status of [408, 504]) expect(statusText(status)).toMatch(/too long/);
  for (const status of [502, 503]) expect(statusText(status)).toMatch(/unavailable/);
});

const catalogue = new Set((await allWordings()).map(({ words }) => words));

// Texts that the product fixes: a changed letter anywhere fails here.
test.each([
  'Email or password is incorrect. Please try again.',
  'Please check your email and click the confirmation link.',
  'Your session has expired. Please log in again.',
  'Account creation is currently disabled.',
  'Google sign-in is not available at the moment. Please try signing in with email and password, or contact support.',
  'Configuration error. Please contact support.',
  'Account created! Please check your email and click the verification link to complete setup.',
  'Password reset email sent successfully',
  'Password updated successfully',
  'User not found',
  'Network error occurred. Please try again.',
  'Email is required',
  'Please enter a valid email',
  'An error occurred with your password reset link.',
  'Failed to create post',
  "You don't have permission to create posts",
  'Invalid post data',
  'Failed to update post',
  'Post not found',
  'This post has been deleted or is no longer available.',
  'Failed to delete post. Please try again.',
  'Failed to fetch post. Please try again.',
  'Failed to load post',
  'Failed to create comment. Please try again.',
  'Failed to delete comment. Please try again.',
  'Failed to update comment',
  'Comment updated successfully',
  'This comment was deleted',
  'Failed to toggle reaction. Please try again.',
  'Failed to update reaction. Please try again.',
  'Post created successfully!',
  'Post updated successfully!',
  'Please select at least one friend to share this post with',
  'Failed to fetch friends',
  'Failed to fetch sent invitations',
  'Failed to fetch received invitations',
  'Failed to fetch friends network',
  'Failed to send friend request',
  'Friend request sent successfully!',
  'Invitation sent successfully!',
  'You have already sent a friend invitation to this user',
  'This user has already sent you a friend invitation. Check your received invitations.',
  'You are already friends with this user',
  'You cannot add yourself as a friend.',
  'Failed to send invitation. Please try again.',
  'Invitation not found',
  'Invitation cancelled successfully',
  'Failed to cancel invitation. Please try again.',
  'Please enter an email address',
  'Please enter a valid email address',
  'Failed to fetch friend details',
  'Friend not found or you are not friends with this user',
  'You can only view details of direct friends',
  'Please log in to view profiles',
  'Failed to load user profile',
  'Please log in to view connection path',
  'No connection path found',
  'Failed to load connection path',
  'Failed to load visibility information',
  'Failed to load friends information',
  'Group name is required',
  'Failed to create group - no group ID returned',
  'Group not found',
  'Failed to delete group',
  'Failed to leave group',
  'Only group owner can make changes.',
  'Group updated successfully!',
  'Group created successfully!',
  'Group deleted successfully!',
  'Left group successfully!',
  'Failed to delete message. Please try again.',
  'Message not found in any group',
  'This message was deleted',
  'Unable to connect to live updates. Refreshing page...',
  'Connection lost. Attempting to reconnect...',
  'Connection lost',
  'Connection restored',
  'Unknown User',
  'Unknown time',
])('%s', (words) => {
  expect(catalogue).toContain(words);
});

test('the text for an address with an account begins as the product fixes it', () => {
  expect(providerRefusalWording.ADDRESS_HAS_ACCOUNT).toMatch(/^An account with this email already exists\./);
});

test('texts with variable parts read as the product fixes them', () => {
  expect(friendText.answered({ answer: 'accepted' })).toBe('Invitation accepted successfully!');
  expect(friendText.answered({ answer: 'declined' })).toBe('Invitation declined successfully!');
  expect(friendText.answerFailed({ answer: 'accepted' })).toBe('Failed to accepted invitation');
  expect(friendText.inviteRefused({ message: 'Not now.' })).toBe('Cannot send invitation: Not now.');
  expect(friendText.unfriended({ name: 'Ben Okri' })).toBe('Ben Okri has been removed from your friends list.');
  expect(friendText.unfriendFailed({ detail: 'no room' })).toBe('Failed to remove friend: no room');
});

test('a refused invitation says once that it was not sent', () => {
  expect(invitationRefusal('ALREADY_INVITED')).toBe('You have already sent a friend invitation to this user');
  expect(invitationRefusal('CIRCLE_FULL')).toBe('Cannot send invitation: Your table is full. Every seat is taken.');
});

test('the links of reset mails read as the product fixes it', () => {
  expect(resetLinkError(new URLSearchParams('error_code=otp_expired'))).toBe(
    'Your password reset link has expired. Please request a new one.',
  );
  expect(resetLinkError(new URLSearchParams('error=access_denied'))).toBe(
    'The password reset link is invalid or has expired. Please request a new one.',
  );
});

test('a refused post says why in the texts of posts', () => {
  expect(postRefusal('NOT_ONESELF')).toBe("You don't have permission to create posts");
  expect(postRefusal('NOT_ALLOWED')).toBe("You don't have permission to create posts");
  expect(postRefusal('INVALID')).toBe('Invalid post data');
  expect(postRefusal('AUDIENCE_EMPTY')).toBe('Please select at least one friend to share this post with');
});
