import { accountOperations } from '../accounts/account-operations.ts';
import { joinOperations } from '../accounts/joining/join-operations.ts';
import { presenceOperations } from '../accounts/ways-in/presence-operations.ts';
import { signInWayOperations } from '../accounts/ways-in/sign-in-way-operations.ts';
import type { Operation } from '../api-document/operation.ts';
import { exportOperations } from '../features/account/export/export-operations.ts';
import { storageOperations } from '../features/account/storage/storage-operations.ts';
import { commentOperations } from '../features/comments/comment-operations.ts';
import { friendOperations } from '../features/friends/friend-operations.ts';
import { invitationOperations } from '../features/friends/invitations/invitation-operations.ts';
import { inviteLinkOperations } from '../features/friends/invitations/invite-link-operations.ts';
import { groupInvitationOperations } from '../features/groups/group-invitation-operations.ts';
import { groupOperations } from '../features/groups/group-operations.ts';
import { imageOperations } from '../features/images/image-operations.ts';
import { messageOperations } from '../features/messages/message-operations.ts';
import { notificationOperations } from '../features/notifications/notification-operations.ts';
import { postOperations } from '../features/posts/post-operations.ts';
import { profileOperations } from '../features/profiles/profile-operations.ts';
import { mailChoiceOperations } from '../features/push/mail/mail-choice-operations.ts';
import { pushOperations } from '../features/push/push-operations.ts';
import { messageReactionOperations } from '../features/reactions/message-reaction-operations.ts';
import { reactionOperations } from '../features/reactions/reaction-operations.ts';
import { realtimeOperations } from '../features/realtime/realtime-operations.ts';
import { reportOperations } from '../features/reports/report-operations.ts';
import { syncOperations } from '../sync/sync-operations.ts';
import { serviceOperations } from './service-operations.ts';

/** Every operation of the API, in the order of the document. A feature with its own routes gets a line here. */
export const allOperations: readonly Operation[] = [
  ...postOperations,
  ...commentOperations,
  ...reactionOperations,
  ...friendOperations,
  ...invitationOperations,
  ...inviteLinkOperations,
  ...groupOperations,
  ...groupInvitationOperations,
  ...messageOperations,
  ...messageReactionOperations,
  ...notificationOperations,
  ...pushOperations,
  ...mailChoiceOperations,
  ...realtimeOperations,
  ...profileOperations,
  ...exportOperations,
  ...storageOperations,
  ...imageOperations,
  ...accountOperations,
  ...joinOperations,
  ...presenceOperations,
  ...signInWayOperations,
  ...syncOperations,
  ...reportOperations,
  ...serviceOperations,
];
