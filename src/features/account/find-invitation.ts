import type { InvitationPreview } from '../../../schemas/friends/invitation-token.ts';
import { request } from '../../data/request.ts';

export interface FoundInvitation {
  readonly name: string;
  /** a URL that shows their picture in this page */
  readonly picture: string | undefined;
  readonly email: string | undefined;
}

/** `gone`: the invitation is unknown, taken back or answered. `unknown`: the server was not reached. */
export type Invitation = FoundInvitation | 'gone' | 'unknown';

/** Images are never public, so the answer contains this one. The page shows only images whose bytes it has itself. */
function pictureOf(base64: string | null): string | undefined {
  if (!base64) return undefined;
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  return URL.createObjectURL(new Blob([bytes], { type: 'image/webp' }));
}

/** The inviter behind the link with this token. Reading it changes nothing. */
export async function findInvitation(token: string): Promise<Invitation> {
  const answer = await request<InvitationPreview>('GET', `/api/auth/invitations/${encodeURIComponent(token)}`);
  if (!answer.ok) return answer.status === 404 ? 'gone' : 'unknown';
  const { name, picture, email } = answer.data;
  return { name, picture: pictureOf(picture), email: email ?? undefined };
}
