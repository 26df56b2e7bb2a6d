import type { CallType } from './call-types.ts';

/** What a member can switch calls off and on for. The key of the setting is `call_<switch>`, its values are `on` and `off`. */
export const callSwitches = ['messages', 'comments', 'posts', 'reactions', 'friends'] as const;
export type CallSwitch = (typeof callSwitches)[number];

/** Whether a member who has chosen nothing is called. */
export const callSwitchDefault: Readonly<Record<CallSwitch, 'on' | 'off'>> = {
  messages: 'on',
  comments: 'on',
  posts: 'on',
  reactions: 'off',
  friends: 'on',
};

/** The switch of each type of call; null for calls that are always made. */
export const callSwitchOf: Readonly<Record<CallType, CallSwitch | null>> = {
  group_message: 'messages',
  group_invitation: 'friends',
  post_created: 'posts',
  post_commented: 'comments',
  comment_answered: 'comments',
  post_reaction: 'reactions',
  comment_reaction: 'reactions',
  friend_request_sent: 'friends',
  friend_request_accepted: 'friends',
  friend_request_declined: 'friends',
  asked: null,
  summary: null,
};
