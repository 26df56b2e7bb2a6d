import { comment } from '../comments/comment.ts';
import { contactSchema, friendSchema } from '../friends/friend.ts';
import { invitationSchema } from '../friends/invitation.ts';
import { group, groupMember } from '../groups/group.ts';
import { groupMessage } from '../messages/group-message.ts';
import { notification } from '../notifications/notification.ts';
import { post } from '../posts/post.ts';
import { profile, settingSchema } from '../profiles/profile.ts';
import { reaction } from '../reactions/reaction.ts';

/** The twelve replicated collections and the shape of a row of each, the same on the wire and in the local store. */
export const rowSchemas = {
  posts: post.row,
  comments: comment.row,
  reactions: reaction.row,
  profiles: profile.row,
  contacts: contactSchema,
  settings: settingSchema,
  friends: friendSchema,
  invitations: invitationSchema,
  groups: group.row,
  group_members: groupMember.row,
  group_messages: groupMessage.row,
  notifications: notification.row,
} as const;

export type CollectionName = keyof typeof rowSchemas;
export const collectionNames = Object.keys(rowSchemas) as readonly CollectionName[];

/** The fields of a collection that name images, by one address or a list. Who may read the row may read its images. */
export type ImageFields = Readonly<Partial<Record<CollectionName, readonly string[]>>>;

const entities = {
  posts: post,
  comments: comment,
  reactions: reaction,
  profiles: profile,
  groups: group,
  group_members: groupMember,
  group_messages: groupMessage,
  notifications: notification,
};
const naming = Object.entries(entities).filter(([, { images }]) => images.length > 0);
/** The same of all collections. One without such fields is left out. */
export const imageFields: ImageFields = Object.fromEntries(naming.map(([name, { images }]) => [name, images]));
/** The field with the member whose row it is, in these collections. */
export const imageAuthors: Readonly<Partial<Record<CollectionName, string>>> = Object.fromEntries(
  naming.map(([name, { author }]) => [name, author]),
);
