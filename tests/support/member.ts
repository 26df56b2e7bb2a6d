import { type ApiClient, apiClient } from './api-client.ts';
import { PASSWORD } from './circle.ts';
import type { StartedApp, TestMail } from './start-app.ts';

export interface Member {
  readonly id: string;
  readonly email: string;
  /** signed in, both as a browser with its cookie and as a client with an access token */
  readonly client: ApiClient;
}

/** The token in the link of this mail. */
export function tokenOf(mail: TestMail, parameter: 'verify' | 'token' | 'invite' | 'address'): string {
  const token = mail.links.map((link) => new URL(link).searchParams.get(parameter)).find((value) => value !== null);
  if (!token) throw new Error(`the mail has no link with ${parameter}`);
  return token;
}

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
