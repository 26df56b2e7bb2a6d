/**
 * Names as they stand in mails. Whoever signs up or invites chooses a name, and somebody else's mailbox, to whom nobody has to be known,
 * gets it: a link in it would make this server send whatever a stranger likes to whomever they like.
 */
import { isBlank } from '../../schemas/base/text.ts';

const NAME_MAX = 80;
const NOBODY = 'Somebody';

/** For a subject or the middle of a sentence: without breaks, controls and hidden formatting. */
export const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();

/** What mail programs make links of: addresses of mail, anything with a scheme, domains (in any script), and numbers of machines. */
const LINKED = [
  /@/,
  /:\/|\b(?:https?|ftp|mailto|tel|sms|data|javascript):/i,
  /[^\s.。][.。][\p{L}\p{N}][\p{L}\p{M}\p{N}-]/u,
  /\b\d{1,3}(?:\.\d{1,3}){3}\b/,
];

/** Asked of the form that programs read: a wide dot is a dot, and a wide @ an @. */
const looksLikeAddress = (word: string): boolean => LINKED.some((form) => form.test(word.normalize('NFKC')));

/** A name as it may stand in a mail: on one line, not too long, and without the words that look like an address of any kind. */
export function nameInMail(name: string | undefined): string {
  const words = oneLine(name ?? '').split(' ');
  const kept = words.filter((word) => !looksLikeAddress(word)).join(' ');
  return isBlank(kept) ? NOBODY : [...kept].slice(0, NAME_MAX).join('').trim();
}
