/** The people of a history: members with their own sessions on a real server. */
import { v7 as uuidV7 } from 'uuid';
import { scope } from '../../../sync-server/sync/scope-name.ts';
import { apiClient } from '../../support/api-client.ts';
import { PASSWORD } from '../../support/circle.ts';
import { tokenOf } from '../../support/member.ts';
import type { StartedApp } from '../../support/start-app.ts';
import type { NewMember } from './oracle.ts';

export type MakeMember = ReturnType<typeof memberMaker>;

/** Makes members as a verified sign-up leaves them, without the time that hashing a password takes. */
export function memberMaker(app: StartedApp) {
  return {
    async member(name: string): Promise<NewMember> {
      const id = uuidV7();
      const email = `m${id}@kith.test`;
      await app.engine.system(async ({ tx, writeId, record }) => {
        await tx`insert into users (id, email, email_verified_at) values (${id}, ${email}, now())`;
        await tx`insert into profiles (id, name, created_at, write_id) values (${id}, ${name}, date_trunc('milliseconds', now()), ${writeId})`;
        record({ scopes: [scope.network(id)], collection: 'profiles', id });
        record({ scopes: [scope.friends(id)], collection: 'contacts', id });
      });
      return { id, email, name };
    },
    /** Signs a member up the way people do, including the mail. */
    async signUp(name: string, email: string): Promise<{ readonly member: NewMember; readonly token: string }> {
      const client = apiClient(app.url);
      const asked = await client.post('/api/auth/sign-up', { email, name, password: PASSWORD });
      if (asked.status !== 201) throw new Error(`the sign-up of ${name} was answered ${asked.status}`);
      const mail = await app.mailTo(email, ({ links }) => links.some((link) => new URL(link).searchParams.has('verify')));
      const { body } = await client.post('/api/auth/verify', { token: tokenOf(mail, 'verify'), session: 'token' });
      return { member: { id: body.data.user.id, email, name }, token: body.data.access_token };
    },
    token: async (member: NewMember): Promise<string> => (await app.sessions.open(member.id, 'a device')).accessToken,
  };
}
