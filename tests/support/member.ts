import { type LinkKind, readMailLink } from '../../schemas/account/mail-link.ts';
import { type ApiClient, apiClient } from './api-client.ts';
import { PASSWORD } from './circle.ts';
import type { StartedApp, TestMail } from './start-app.ts';

export interface Member {
  readonly id: string;
  readonly email: string;
  /** signed in, both as a browser with its cookie and as a client with an access token */
  readonly client: ApiClient;
}

/** The token in this link; undefined if it is a link of another kind. */
export const tokenIn = (link: string, kind: LinkKind): string | undefined => {
  const found = readMailLink(new URL(link));
  return found?.kind === kind ? found.token : undefined;
};

/** The link of this kind in a mail. */
export function linkIn(mail: TestMail, kind: LinkKind): string {
  const found = mail.links.find((link) => tokenIn(link, kind) !== undefined);
  if (!found) throw new Error(`the mail has no link with ${kind}`);
  return found;
}

/** The token in the link of this mail. */
export const tokenOf = (mail: TestMail, kind: LinkKind): string => tokenIn(linkIn(mail, kind), kind) ?? '';

/** Signs a member up the way people do, including the mail. */
export async function newMember(app: Pick<StartedApp, 'url' | 'mailTo'>, name: string): Promise<Member> {
  const email = `${name.toLowerCase()}@kith.test`;
  const client = apiClient(app.url);
  const asked = await client.post('/api/auth/sign-up', { email, name, password: PASSWORD });
  if (asked.status !== 201) throw new Error(`the sign-up of ${name} was answered with ${asked.status}`);
  const mail = await app.mailTo(email);
  const { body } = await client.post('/api/auth/verify', { token: tokenOf(mail, 'verify') });
  client.use(body.data.access_token);
  return { id: body.data.user.id, email, client };
}
