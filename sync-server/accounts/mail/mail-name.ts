/**
 * Names as mails show them. Anybody who signs up or invites chooses a name, and the mailbox of a stranger receives it. A link in the name
 * would let anybody send any link to anybody through this server.
 */
import { isBlank } from '../../../schemas/base/text.ts';

const NAME_MAX = 80;
const NOBODY = 'Somebody';

/** One line without breaks, control characters and hidden formatting, for a subject or the middle of a sentence. */
export const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();

/** What mail programs turn into links: mail addresses, anything with a scheme, domains in any script, and IPv4 addresses. */
const LINKED = [
  /@/,
  /:\/|\b(?:https?|ftp|mailto|tel|sms|data|javascript):/i,
  /[^\s.。][.。][\p{L}\p{N}][\p{L}\p{M}\p{N}-]/u,
  /\b\d{1,3}(?:\.\d{1,3}){3}\b/,
];

/** Tests the normalised form, which is what programs read: a full-width dot is a dot, and a full-width @ is an @. */
const looksLikeAddress = (word: string): boolean => LINKED.some((form) => form.test(word.normalize('NFKC')));

/** A name as a mail may show it: on one line, not too long, and without words that look like an address of any kind. */
export function nameInMail(name: string | undefined): string {
  const words = oneLine(name ?? '').split(' ');
  const kept = words.filter((word) => !looksLikeAddress(word)).join(' ');
  return isBlank(kept) ? NOBODY : [...kept].slice(0, NAME_MAX).join('').trim();
}
