import { commentSchema } from '../comments/comment.ts';
import { contactSchema, friendSchema } from '../friends/friend.ts';
import { invitationSchema } from '../friends/invitation.ts';
import { groupMemberSchema, groupSchema } from '../groups/group.ts';
import { groupMessageSchema } from '../messages/group-message.ts';
import { notificationSchema } from '../notifications/notification.ts';
import { postSchema } from '../posts/post.ts';
import { profileSchema, settingSchema } from '../profiles/profile.ts';
import { reactionSchema } from '../reactions/reaction.ts';

/** The twelve replicated collections and the shape of a row of each, the same on the wire and in the local store. */
export const rowSchemas = {
  posts: postSchema,
  comments: commentSchema,
  reactions: reactionSchema,
  profiles: profileSchema,
  contacts: contactSchema,
  settings: settingSchema,
  friends: friendSchema,
  invitations: invitationSchema,
  groups: groupSchema,
  group_members: groupMemberSchema,
  group_messages: groupMessageSchema,
  notifications: notificationSchema,
} as const;

export type CollectionName = keyof typeof rowSchemas;
export const collectionNames = Object.keys(rowSchemas) as readonly CollectionName[];
