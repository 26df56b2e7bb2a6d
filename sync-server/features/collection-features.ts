import type { CollectionFeatures } from '../sync/feature.ts';
import { refuseEveryWrite } from '../sync/refuse-writes.ts';
import { announceComments } from './comments/announce-comments.ts';
import { loadComments } from './comments/load-comments.ts';
import { createPushedComments, pushComment } from './comments/push-comments.ts';
import { loadContacts, loadFriends } from './friends/load-friends.ts';
import { loadInvitations } from './friends/load-invitations.ts';
import { pushFriend } from './friends/push-friends.ts';
import { pushInvitation } from './friends/push-invitations.ts';
import { loadGroupMembers, loadGroups } from './groups/load-groups.ts';
import { pushGroup, pushGroupMember } from './groups/push-groups.ts';
import { announceMessages } from './messages/announce-messages.ts';
import { loadMessages } from './messages/load-messages.ts';
import { createPushedMessages, pushMessage } from './messages/push-messages.ts';
import { loadNotifications } from './notifications/load-notifications.ts';
import { pushNotification } from './notifications/push-notifications.ts';
import { announcePosts } from './posts/announce-posts.ts';
import { loadPosts } from './posts/load-posts.ts';
import { createPushedPosts, pushPost } from './posts/push-posts.ts';
import { loadProfiles, loadSettings } from './profiles/load-profiles.ts';
import { pushProfile, pushSetting } from './profiles/push-profiles.ts';
import { loadReactions } from './reactions/load-reactions.ts';
import { pushReaction } from './reactions/push-reactions.ts';

/** What the sync engine has of the features: for every collection how its rows are loaded, and what a pushed change means. */
export const collectionFeatures: CollectionFeatures = {
  posts: { load: loadPosts, push: pushPost, create: createPushedPosts, announce: announcePosts },
  comments: { load: loadComments, push: pushComment, create: createPushedComments, announce: announceComments },
  reactions: { load: loadReactions, push: pushReaction },
  profiles: { load: loadProfiles, push: pushProfile },
  contacts: { load: loadContacts, push: refuseEveryWrite },
  settings: { load: loadSettings, push: pushSetting },
  friends: { load: loadFriends, push: pushFriend },
  invitations: { load: loadInvitations, push: pushInvitation },
  groups: { load: loadGroups, push: pushGroup },
  group_members: { load: loadGroupMembers, push: pushGroupMember },
  group_messages: { load: loadMessages, push: pushMessage, create: createPushedMessages, announce: announceMessages },
  notifications: { load: loadNotifications, push: pushNotification },
};
