/** Which act a request to the REST paths means, and its outcome. */
import type { Act, Code } from './act.ts';
import { type Audience, furtherTextsIn, type PhotoFact, type Role } from './facts.ts';
import { cancelInvitation, invite, respond, unfriend, waitForSeat } from './friend-acts.ts';
import {
  cancelGroupInvitation,
  createGroup,
  deleteGroup,
  editGroup,
  inviteToGroup,
  leaveGroup,
  removeMember,
  respondToGroup,
  setRole,
} from './group-acts.ts';
import { makeLink, revokeLink, takeLink } from './link-acts.ts';
import { deleteMessage, editMessage, sendMessage } from './message-acts.ts';
import { deleteNotice, markAllRead, markRead, setSetting, updateProfile } from './own-acts.ts';
import { sendBytes } from './photo-acts.ts';
import {
  addReaction,
  changePost,
  createComment,
  createPost,
  deleteComment,
  deletePost,
  editComment,
  removeReaction,
  type WrittenReaction,
} from './post-acts.ts';

export interface RestRequest {
  readonly method: string;
  /** below /api */
  readonly path: string;
  readonly body?: Readonly<Record<string, unknown>>;
  /** the bytes of a picture instead, wider than high or not */
  readonly picture?: 'wide' | 'high';
}

/** `answer`: the server's answer. A handler takes from it only what the server alone can choose, such as ids. */
export type AnswerData = Readonly<Record<string, string>> | undefined;
type Handler = (
  act: Act,
  ids: readonly string[],
  body: Readonly<Record<string, unknown>>,
  answerData: AnswerData,
  picture: RestRequest['picture'],
) => Code;

const postIn = (act: Act, id: string, body: Readonly<Record<string, unknown>>) => ({
  id,
  author: act.by,
  content: String(body.content),
  photos: photosIn(body) ?? act.facts.posts.get(id)?.photos ?? [],
  audience: body.visibility_type as Audience,
  chosen: [...new Set((body.specific_user_ids ?? []) as string[])],
  further: furtherTextsIn(body, act.facts.posts.get(id)?.further),
});

/** `*` is a placeholder for an id. */
const handlers: Readonly<Record<string, Handler>> = {
  'POST /posts': (act, _ids, body) => createPost(act, postIn(act, String(body.id), body)),
  'PUT /posts/*': (act, [id = ''], body) => changePost(act, postIn(act, id, body)),
  'DELETE /posts/*': (act, [id = '']) => deletePost(act, id),
  'POST /posts/*/comments': (act, [post = ''], body) =>
    createComment(act, { id: String(body.id), post, author: act.by, content: String(body.content) }),
  'PATCH /posts/*/comments/*': (act, [post = '', id = ''], body) =>
    onPost(act, post, id) ? editComment(act, id, String(body.content)) : 'COMMENT_NOT_FOUND',
  'DELETE /posts/*/comments/*': (act, [post = '', id = '']) => (onPost(act, post, id) ? deleteComment(act, id) : 'COMMENT_NOT_FOUND'),
  'POST /posts/reactions': (act, _ids, body) => toggleReaction(act, body),
  'POST /friends/invite': (act, _ids, body) => invite(act, String(body.id), act.by, { email: String(body.email) }),
  'POST /friends/invite-by-id/*': (act, [member = ''], body) => invite(act, String(body.id), act.by, { member }),
  'POST /friends/invitations/*/respond': (act, [id = ''], body) => respond(act, id, body.status === 'accepted' ? 'accepted' : 'declined'),
  'POST /friends/invitations/*/wait': (act, [id = '']) => waitForSeat(act, id),
  'POST /friends/invitations/*/cancel': (act, [id = '']) => cancelInvitation(act, id),
  'POST /friends/invite-links': (act, _ids, { uses, at_once }, answerData) =>
    makeLink(
      act,
      { uses: Number(uses), atOnce: at_once === true },
      answerData && { id: String(answerData.id), token: String(answerData.token) },
    ),
  'DELETE /friends/invite-links/*': (act, [id = '']) => revokeLink(act, id),
  'POST /friends/invitations/take': (act, _ids, { token }, answerData) =>
    takeLink(act, String(token), answerData && { id: String(answerData.id) }),
  'DELETE /friends/*/unfriend': (act, [other = '']) => unfriend(act, act.by, other),
  'POST /groups': (act, _ids, body) =>
    createGroup(act, { id: String(body.id), name: String(body.name), description: described(body), emoji: emojiIn(body), founder: act.by }),
  'PUT /groups/*': (act, [id = ''], body) => editGroup(act, id, String(body.name), described(body), emojiIn(body)),
  'DELETE /groups/*': (act, [id = '']) => deleteGroup(act, id),
  'POST /groups/*/leave': (act, [id = '']) => leaveGroup(act, id),
  'DELETE /groups/*/members/*': (act, [id = '', member = '']) => removeMember(act, id, member),
  'PUT /groups/*/members/*/role': (act, [id = '', member = ''], body) => setRole(act, id, member, body.role as Role),
  'POST /groups/*/invite': (act, [group = ''], body) =>
    inviteToGroup(act, {
      id: String(body.id),
      group,
      inviter: act.by,
      to: body.email ? { email: String(body.email) } : { member: String(body.user_id) },
    }),
  'POST /groups/invitations/*/accept': (act, [id = '']) => respondToGroup(act, id, 'accepted'),
  'POST /groups/invitations/*/decline': (act, [id = '']) => respondToGroup(act, id, 'declined'),
  'POST /groups/invitations/*/cancel': (act, [id = '']) => cancelGroupInvitation(act, id),
  'POST /groups/*/messages': (act, [group = ''], body) =>
    sendMessage(act, {
      id: String(body.id),
      group,
      sender: act.by,
      content: String(body.content),
      photos: photosIn(body) ?? [],
      replyTo: (body.reply_to_id ?? null) as string | null,
    }),
  'PATCH /messages/*': (act, [id = ''], body) => editMessage(act, id, String(body.content), photosIn(body)),
  'PUT /images/*': (act, [id = ''], _body, _answerData, picture) => sendBytes(act, id, picture === 'wide'),
  'DELETE /groups/*/messages/*': (act, [group = '', id = '']) =>
    deleteMessage(act, act.facts.messages.get(id)?.group === group ? id : 'elsewhere'),
  'POST /messages/*/react': (act, [target = ''], body) => {
    const code = toggleReaction(act, { target_type: 'message', target_id: target, emoji_code: body.emoji });
    return code === 'TARGET_NOT_FOUND' ? 'MESSAGE_NOT_FOUND' : code;
  },
  'PUT /profiles/*/block': (act, [member = '']) => setSetting(act, `blocked|${member}`, 'on'),
  'DELETE /profiles/*/block': (act, [member = '']) => setSetting(act, `blocked|${member}`, 'off'),
  'PUT /profiles/me': (act, _ids, { theme, ...profile }) => {
    const code = Object.keys(profile).length > 0 ? updateProfile(act, profile) : null;
    return code === null && theme !== undefined ? setSetting(act, 'theme', String(theme)) : code;
  },
  'PUT /notifications/read-all': (act) => markAllRead(act),
  'PUT /notifications/*/read': (act, [id = '']) => markRead(act, id),
  'DELETE /notifications/*': (act, [id = '']) => deleteNotice(act, id),
};

const photosIn = (body: Readonly<Record<string, unknown>>) => body.photos as readonly PhotoFact[] | undefined;
const described = (body: Readonly<Record<string, unknown>>): string | null => (body.description as string | null | undefined) || null;
const emojiIn = (body: Readonly<Record<string, unknown>>): string | null | undefined => body.emoji as string | null | undefined;

const onPost = (act: Act, post: string, comment: string): boolean => act.facts.comments.get(comment)?.post === post;

function toggleReaction(act: Act, body: Readonly<Record<string, unknown>>): Code {
  const target = String(body.target_id);
  const emoji = String(body.emoji_code);
  const id = `${target}|${act.by}|${emoji}`;
  if (act.facts.reactions.has(id)) return removeReaction(act, id);
  return addReaction(act, { id, on: body.target_type as WrittenReaction['on'], target, by: act.by, emoji });
}

const isId = (part: string): boolean => /^[0-9a-f]{8}-/.test(part);

export function carryOutRequest(act: Act, { method, path, body = {}, picture }: RestRequest, answerData?: AnswerData): Code {
  const parts = path.split('/');
  const pattern = `${method} ${parts.map((part) => (isId(part) ? '*' : part)).join('/')}`;
  const handler = handlers[pattern];
  if (!handler) throw new Error(`the oracle knows no ${pattern}`);
  return handler(act, parts.filter(isId), body, answerData, picture);
}
