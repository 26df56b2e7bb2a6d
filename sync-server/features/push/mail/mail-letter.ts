import { MAIL_CALLS_PATH } from '../../../../schemas/push/mail-calls.ts';
import type { MailLink } from '../../../accounts/mail/mail-layout.ts';
import { type RenderedMail, renderLetter } from '../../../accounts/mail/mail-templates.ts';
import type { MailContent } from './mail-content.ts';

/** More names than this are counted. */
const NAMES_MAX = 3;

const counted = (count: number, one: string, many: string): string => (count === 1 ? `1 ${one}` : `${count} ${many}`);

function together(names: readonly string[]): string {
  const shown = names.length > NAMES_MAX ? [...names.slice(0, NAMES_MAX - 1), `${names.length - NAMES_MAX + 1} others`] : names;
  return shown.length < 2 ? (shown[0] ?? 'Somebody') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`;
}

/** One line for each kind of thing, which opens the page where it is. */
function linesOf({ posts, comments, messages, invitations }: MailContent): MailLink[] {
  const where = messages.groupName === null ? '' : ` in ${messages.groupName}`;
  const lines: (MailLink & { readonly count: number })[] = [
    { count: posts.count, label: counted(posts.count, 'new post', 'new posts'), path: posts.id ? `/posts/${posts.id}` : '/posts' },
    {
      count: messages.count,
      label: `${counted(messages.count, 'message', 'messages')}${where}`,
      path: messages.id ? `/groups/${messages.id}` : '/groups',
    },
    {
      count: comments.count,
      label: `${counted(comments.count, 'comment', 'comments')} on ${comments.id ? 'your post' : 'your posts'}`,
      path: comments.id ? `/posts/${comments.id}` : '/notifications',
    },
    { count: invitations.count, label: counted(invitations.count, 'invitation to a group', 'invitations to groups'), path: '/groups' },
  ];
  return lines.filter(({ count }) => count > 0);
}

/** Where the mails of this member are switched off, and how a mail program does so by one press (RFC 8058). */
export const unsubscribeHeaders = (publicUrl: string, token: string): Readonly<Record<string, string>> => ({
  'List-Unsubscribe': `<${publicUrl}${MAIL_CALLS_PATH}/${token}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});

/** "Ana and Priya wrote", with how much of what, and no text of anybody. */
export function renderCallMail(content: MailContent, publicUrl: string, token: string): RenderedMail {
  const wrote = content.posts.count + content.comments.count + content.messages.count > 0;
  const subject = `${together(content.names)} ${wrote ? 'wrote' : 'invited you'}`;
  const lines = linesOf(content);
  const mail = renderLetter(
    {
      subject,
      before: [`${subject}. ${lines.map(({ label }) => label).join(', ')}.`],
      lines,
      link: { label: 'Open Kith', path: '/' },
      after: 'Kith writes to you because none of your devices gets notices. Switch them on in Settings, and these mails end by themselves.',
      foot: { label: 'Once a week, or no more of these mails', path: `${MAIL_CALLS_PATH}/${token}` },
    },
    publicUrl,
  );
  return { ...mail, headers: unsubscribeHeaders(publicUrl, token) };
}
