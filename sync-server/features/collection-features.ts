import type { CollectionFeatures } from '../sync/feature.ts';
import { refuseEveryWrite } from '../sync/refuse-writes.ts';
import { createComment } from './comments/create-comment.ts';
import { loadComments } from './comments/load-comments.ts';
import { pushComment } from './comments/push-comments.ts';
import { loadContacts, loadFriends } from './friends/load-friends.ts';
import { loadInvitations } from './friends/load-invitations.ts';
import { pushFriend } from './friends/push-friends.ts';
import { pushInvitation } from './friends/push-invitations.ts';
import { loadGroupMembers, loadGroups } from './groups/load-groups.ts';
import { pushGroup, pushGroupMember } from './groups/push-groups.ts';
import { loadMessages } from './messages/load-messages.ts';
import { pushMessage } from './messages/push-messages.ts';
import { sendMessage } from './messages/send-message.ts';
import { loadNotifications } from './notifications/load-notifications.ts';
import { pushNotification } from './notifications/push-notifications.ts';
import { createPost } from './posts/create-post.ts';
import { loadPosts } from './posts/load-posts.ts';
import { pushPost } from './posts/push-posts.ts';
import { loadProfiles } from './profiles/load-profiles.ts';
import { pushProfile } from './profiles/push-profiles.ts';
import { loadReactions } from './reactions/load-reactions.ts';
import { pushReaction } from './reactions/push-reactions.ts';

import { loadSettings } from './settings/load-settings.ts';
import { pushSetting } from './settings/push-settings.ts';

/** What the sync engine has of the features: for every collection how its rows are loaded, and what a pushed change means. */
export const collectionFeatures: CollectionFeatures = {
  posts: { load: loadPosts, push: pushPost, create: createPost, notify: 'notify_of_posts' },
  comments: { load: loadComments, push: pushComment, create: createComment, notify: 'notify_of_comments' },
  reactions: { load: loadReactions, push: pushReaction },
  profiles: { load: loadProfiles, push: pushProfile },
  contacts: { load: loadContacts, push: refuseEveryWrite },
  settings: { load: loadSettings, push: pushSetting },
  friends: { load: loadFriends, push: pushFriend },
  invitations: { load: loadInvitations, push: pushInvitation },
  groups: { load: loadGroups, push: pushGroup },
  group_members: { load: loadGroupMembers, push: pushGroupMember },
  group_messages: { load: loadMessages, push: pushMessage, create: sendMessage, notify: 'notify_of_messages' },
  notifications: { load: loadNotifications, push: pushNotification },
};
