import { refuse } from '../../schemas/base/refusal.ts';
import type { CollectionFeatures } from '../sync/feature.ts';
import { loadRowsOf } from '../sync/pull/load-rows.ts';
import { createComment } from './comments/create-comment.ts';
import { pushComment } from './comments/push-comment.ts';
import { loadInvitations } from './friends/invitations/load-invitations.ts';
import { pushInvitation } from './friends/invitations/push-invitation.ts';
import { loadContacts, loadFriends } from './friends/load-friends.ts';
import { pushFriend } from './friends/push-friend.ts';
import { loadGroupMembers } from './groups/load-group-members.ts';
import { pushGroup, pushGroupMember } from './groups/push-groups.ts';
import { pushMessage } from './messages/push-message.ts';
import { sendMessage } from './messages/send-message.ts';
import { pushNotification } from './notifications/push-notification.ts';
import { createPost } from './posts/create-post.ts';
import { pushPost } from './posts/push-post.ts';
import { pushProfile } from './profiles/push-profile.ts';
import { loadReactions } from './reactions/load-reactions.ts';
import { pushReaction } from './reactions/push-reaction.ts';
import { loadSettings } from './settings/load-settings.ts';
import { pushSetting, settingAsSent } from './settings/push-settings.ts';

/** What the sync engine has of the features: for every collection how its rows are loaded, and what a pushed change means. */
export const collectionFeatures: CollectionFeatures = {
  posts: { load: loadRowsOf('post_rows'), push: pushPost, create: createPost, notify: 'notify_of_posts' },
  comments: { load: loadRowsOf('comment_rows'), push: pushComment, create: createComment, notify: 'notify_of_comments' },
  reactions: { load: loadReactions, push: pushReaction },
  profiles: { load: loadRowsOf('profile_rows'), push: pushProfile },
  // Only the server writes contacts, as part of other acts.
  contacts: { load: loadContacts, push: async () => refuse('UNKNOWN_WRITE') },
  settings: { load: loadSettings, push: pushSetting, asSent: settingAsSent },
  friends: { load: loadFriends, push: pushFriend },
  invitations: { load: loadInvitations, push: pushInvitation },
  groups: { load: loadRowsOf('group_rows'), push: pushGroup },
  group_members: { load: loadGroupMembers, push: pushGroupMember },
  group_messages: { load: loadRowsOf('message_rows'), push: pushMessage, create: sendMessage, notify: 'notify_of_messages' },
  notifications: { load: loadRowsOf('notification_rows'), push: pushNotification },
};
