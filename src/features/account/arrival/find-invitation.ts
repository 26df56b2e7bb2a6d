import type { MailLink } from '../../../../schemas/account/mail-link.ts';
import type { VisitorPreview } from '../../../../schemas/friends/invitation-token.ts';
import { request } from '../../../data/session/request.ts';

export interface FoundInvitation {
  readonly name: string;
  /** a URL that shows their picture in this page */
  readonly picture: string | undefined;
  readonly email: string | undefined;
  /** what the secret of the mail says about that address, if the visitor came by that mail */
  readonly address: VisitorPreview['address'];
  /** whether the link makes friends at once */
  readonly atOnce: boolean;
}

/** `gone`: the invitation is unknown, taken back or answered. `unknown`: the server was not reached. */
export type Invitation = FoundInvitation | 'gone' | 'unknown';

/** Images are never public, so the answer contains this one. The page shows only images whose bytes it has itself. */
export function pictureOf(base64: string | null): string | undefined {
  if (!base64) return undefined;
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  return URL.createObjectURL(new Blob([bytes], { type: 'image/webp' }));
}

/** The inviter behind this link. Reading it changes nothing. */
export async function findInvitation({ token, secret }: Pick<MailLink, 'token' | 'secret'>): Promise<Invitation> {
  const body = { token, ...(secret && { secret }) };
  const answer = await request<VisitorPreview>('POST', '/api/auth/invitations/preview', { body, reads: true });
  if (!answer.ok) return answer.status === 404 ? 'gone' : 'unknown';
  const { name, picture, email, address, at_once: atOnce } = answer.data;
  return { name, picture: pictureOf(picture), email: email ?? undefined, address, atOnce };
}
