/** The people of a history: members with their own sessions on a real server. */
import { newId } from '../../../schemas/base/new-id.ts';
import type { Realm } from '../../../schemas/base/realm.ts';
import { createAccountDeletion } from '../../../sync-server/accounts/account-deletion.ts';
import { deleteMember } from '../../../sync-server/features/account/delete-member.ts';
import { scope } from '../../../sync-server/sync/scope-name.ts';
import { apiClient } from '../../support/api-client.ts';
import { PASSWORD } from '../../support/circle.ts';
import { tokenOf } from '../../support/member.ts';
import type { StartedApp } from '../../support/start-app.ts';
import type { NewMember } from './oracle.ts';

export type MakeMember = ReturnType<typeof memberMaker>;

/** Makes members as a verified sign-up leaves them, without the time that hashing a password takes. */
export function memberMaker(
  app: Pick<StartedApp, 'engine' | 'sessions' | 'database' | 'url' | 'mailTo'>,
  realm: Pick<Realm, 'Date' | 'crypto'> = globalThis,
) {
  return {
    async member(name: string): Promise<NewMember> {
      const id = newId(realm.Date.now(), realm);
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
      const mail = await app.mailTo(email, ({ links }) => links.some((link) => link.includes('#verify=')));
      const { body } = await client.post('/api/auth/verify', { token: tokenOf(mail, 'verify'), session: 'token' });
      return { member: { id: body.data.user.id, email, name }, token: body.data.access_token };
    },
    /** Deletes the account, as the member does who has proved their presence. */
    leave: ({ id }: NewMember): Promise<void> =>
      createAccountDeletion({ engine: app.engine, sessions: app.sessions, deleteMember }).delete(id),
    /**
     * The id of the newest write of this member; undefined before their first. The server chooses the ids of what REST requests ask for, and
     * does not send them with its answers.
     */
    newestWrite: async ({ id }: NewMember): Promise<string | undefined> => {
      const [newest] = await app.database.read(
        (tx) => tx<{ write_id: string }[]>`select write_id from applied_writes where user_id = ${id} order by at desc limit 1`,
      );
      return newest?.write_id;
    },
    token: async (member: NewMember): Promise<string> => (await app.sessions.open(member.id, 'a device')).accessToken,
  };
}
