/**
 * The state after the acknowledged acts, in the oracle's own words. Facts are never changed in place: an act makes new facts, so that every
 * moment of a history stays available.
 *
 * The oracle's files import neither server, client nor schemas. Otherwise the oracle would share their mistakes.
 */
import type { Chosen } from './expected.ts';

export type Audience = 'friends' | 'friends_of_friends' | 'specific' | 'public' | 'private';
export type Role = 'owner' | 'admin' | 'member';
/** The id of the write that made the row's current version; chosen by the server for REST requests. */
export type Write = string | Chosen;

export interface MemberFact {
  readonly id: string;
  readonly email: string;
  readonly verified: boolean;
  readonly name: string;
  /** former names, each with the act that ended it */
  readonly formerNames: readonly { readonly name: string; readonly until: number }[];
  readonly bio: string;
  readonly location: string;
  readonly interests: readonly string[];
  readonly created: Chosen;
  readonly write: Write;
}

interface Made {
  readonly created: Chosen;
  readonly write: Write;
  /** the act that last changed the row: copies on devices are never older */
  readonly touched: number;
}
export type FriendFact = Made;

type Texts = Readonly<Record<string, string>>;

/** The texts of a post besides its content, and what each says where its writer leaves it out. */
export const furtherTexts: Texts = {};

/** These texts in a document or a body. Without them an edit leaves them as they are. */
export const furtherTextsIn = (document: Readonly<Record<string, unknown>>, before: Texts = furtherTexts): Texts =>
  Object.fromEntries(Object.entries(before).map(([field, text]) => [field, String(document[field] ?? text)]));

export const sameTexts = (a: Texts, b: Texts): boolean => Object.keys(a).every((field) => a[field] === b[field]);

export interface InvitationFact extends Made {
  readonly id: string;
  readonly inviter: string;
  readonly email: string | null;
  readonly receiver: string | null;
  readonly byId: boolean;
  readonly status: 'pending' | 'accepted' | 'declined' | 'gone';
  /** whether every seat of the inviter is taken */
  readonly seatTaken: boolean;
  /** whether the receiver asked to be notified of a free seat */
  readonly waits: boolean;
}
/** An invitation link. The server chooses its id and token, and they are taken from its answer. */
export interface LinkFact {
  readonly id: string;
  readonly token: string;
  readonly maker: string;
  readonly uses: number;
  /** the maker has said yes beforehand */
  readonly atOnce: boolean;
  /** the members who have taken it, each once */
  readonly takers: readonly string[];
  readonly revoked: boolean;
  /** when it ends, in milliseconds */
  readonly until: number;
}
/** A photo as the row that shows it names it. */
export interface PhotoFact {
  readonly id: string;
  readonly width: number;
  readonly height: number;
  readonly thumbhash: string;
  readonly alt: string;
}
export interface PostFact extends Made {
  readonly id: string;
  readonly author: string;
  readonly content: string;
  readonly photos: readonly PhotoFact[];
  readonly audience: Audience;
  readonly chosen: readonly string[];
  readonly further: Texts;
  readonly edited: Chosen | null;
}
export interface CommentFact extends Made {
  readonly id: string;
  readonly post: string;
  readonly author: string;
  readonly content: string;
  readonly edited: Chosen | null;
  readonly deleted: boolean;
}
export interface ReactionFact extends Made {
  readonly id: string;
  readonly on: 'post' | 'comment' | 'message';
  readonly target: string;
  readonly by: string;
  readonly emoji: string;
}
export interface GroupFact extends Made {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly emoji: string | null;
  readonly founder: string;
}
export interface SeatFact extends Made {
  readonly group: string;
  readonly member: string;
  readonly role: Role;
}
export interface GroupInvitationFact extends Made {
  readonly id: string;
  readonly group: string;
  readonly inviter: string;
  readonly invitee: string;
  readonly status: 'pending' | 'accepted' | 'declined';
}
export interface MessageFact extends Made {
  readonly id: string;
  readonly group: string;
  readonly sender: string;
  readonly content: string;
  readonly photos: readonly PhotoFact[];
  readonly replyTo: string | null;
  readonly edited: Chosen | null;
  readonly deleted: boolean;
}
export interface SettingFact {
  readonly member: string;
  readonly key: string;
  readonly value: string;
  readonly write: Write;
}
export interface NoticeFact extends Made {
  readonly id: Chosen;
  readonly to: string;
  readonly type: string;
  readonly by: string | null;
  readonly post: string | null;
  readonly comment: string | null;
  readonly group: string | null;
  readonly invitation: string | null;
  readonly emoji: string | null;
  readonly read: boolean;
  /** the message that a notification about a group is about first; the server does not store it */
  readonly message: string | null;
}

export interface Facts {
  /** how many acts were carried out */
  act: number;
  readonly members: Map<string, MemberFact>;
  /** `A|B`: one direction of a friendship */
  readonly friends: Map<string, FriendFact>;
  /** `A|B`: A has blocked B */
  readonly blocks: Set<string>;
  readonly invitations: Map<string, InvitationFact>;
  readonly links: Map<string, LinkFact>;
  readonly posts: Map<string, PostFact>;
  readonly comments: Map<string, CommentFact>;
  readonly reactions: Map<string, ReactionFact>;
  readonly groups: Map<string, GroupFact>;
  /** `G|M`: M's membership in G */
  readonly seats: Map<string, SeatFact>;
  readonly groupInvitations: Map<string, GroupInvitationFact>;
  readonly messages: Map<string, MessageFact>;
  readonly settings: Map<string, SettingFact>;
  /** by write id: blocks of nobody, which were answered like any other and of which only the device that wrote them may hold a row */
  readonly unkept: Map<string, SettingFact>;
  readonly notices: Set<NoticeFact>;
  /** the writes that were carried out, and the member of each */
  readonly written: Map<string, string>;
  /** ids of deleted rows */
  readonly dead: Set<string>;
  /** the ids of all photos that a row ever named */
  readonly photoIds: Set<string>;
  /** the photos whose bytes the server has received */
  readonly stored: Set<string>;
}

export const noFacts = (): Facts => ({
  act: 0,
  members: new Map(),
  friends: new Map(),
  blocks: new Set(),
  invitations: new Map(),
  links: new Map(),
  posts: new Map(),
  comments: new Map(),
  reactions: new Map(),
  groups: new Map(),
  seats: new Map(),
  groupInvitations: new Map(),
  messages: new Map(),
  settings: new Map(),
  unkept: new Map(),
  notices: new Set(),
  written: new Map(),
  dead: new Set(),
  photoIds: new Set(),
  stored: new Set(),
});

/** Whether anything has or had this id. It names one thing, for ever. */
export const isUsed = ({ dead, photoIds, members, invitations, posts, comments, groups, groupInvitations, messages }: Facts, id: string) =>
  dead.has(id) ||
  photoIds.has(id) ||
  [members, invitations, posts, comments, groups, groupInvitations, messages].some((things) => things.has(id));

/** A copy that may be changed without affecting the original. */
export const copyOf = (facts: Facts): Facts => ({
  act: facts.act,
  members: new Map(facts.members),
  friends: new Map(facts.friends),
  blocks: new Set(facts.blocks),
  invitations: new Map(facts.invitations),
  links: new Map(facts.links),
  posts: new Map(facts.posts),
  comments: new Map(facts.comments),
  reactions: new Map(facts.reactions),
  groups: new Map(facts.groups),
  seats: new Map(facts.seats),
  groupInvitations: new Map(facts.groupInvitations),
  messages: new Map(facts.messages),
  settings: new Map(facts.settings),
  unkept: new Map(facts.unkept),
  notices: new Set(facts.notices),
  written: new Map(facts.written),
  dead: new Set(facts.dead),
  photoIds: new Set(facts.photoIds),
  stored: new Set(facts.stored),
});
