import type { Call } from './call.ts';
import { noticeWording } from './notice-wording.ts';

/** The two lines of a notice. */
export interface CallWords {
  readonly title: string;
  readonly body: string;
}

const SOMEBODY = 'Somebody';
const A_GROUP = 'a group';

const counted = (count: number, one: string, many: string): string => (count === 1 ? one : `${count} ${many}`);

/** The sentence of a call, in who and where. The same words on the server and on the device, from what each of them knows. */
function sentenceOf({ type, by, group, count }: Pick<Call, 'type' | 'by' | 'group' | 'count'>): string {
  const who = by?.name ?? SOMEBODY;
  const where = group?.name ?? A_GROUP;
  switch (type) {
    case 'group_message':
      if (count === 1) return `${who}${noticeWording.wroteIn}${where}`;
      return by ? `${who} wrote ${count} messages in ${where}` : `${count} new messages in ${where}`;
    case 'group_invitation':
      return `${who}${noticeWording.invitedTo}${where}`;
    case 'post_created':
      return `${who} shared ${counted(count, 'a post', 'posts')}`;
    case 'post_commented':
      return by ? `${who}${noticeWording.commented}` : `${count} new comments on your post`;
    case 'comment_answered':
      return by ? `${who} commented where you did` : `${count} new comments where you commented`;
    case 'post_reaction':
      return by ? `${who} reacted to your post` : `${count} new reactions to your post`;
    case 'comment_reaction':
      return by ? `${who} reacted to your comment` : `${count} new reactions to your comment`;
    case 'friend_request_sent':
      return who + noticeWording.sentRequest;
    case 'friend_request_accepted':
      return who + noticeWording.acceptedRequest;
    case 'friend_request_declined':
      return noticeWording.requestDeclined;
    case 'asked':
      return 'Notices arrive on this device';
    case 'summary':
      return count === 1 ? '1 thing happened while it was quiet' : `${count} things happened while it was quiet`;
  }
}

/** The words of a call. A notice shows the name of the app itself, so that the title is the sentence. */
export const callWords = (call: Pick<Call, 'type' | 'by' | 'group' | 'count'>): CallWords => ({ title: sentenceOf(call), body: '' });
