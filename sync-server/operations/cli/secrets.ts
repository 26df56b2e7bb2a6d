/** `npm run kith -- secrets rotate`: new keys for everything that the server signs and seals, after somebody else may have seen them. */
import { createSealedSecrets, DATABASE_KEY_ID } from '../../accounts/secrets/sealed-secrets.ts';
import { openDatabase, SERVER_CONNECTIONS } from '../../db/pool/connect.ts';
import { newServerKey } from '../../db/server-key.ts';
import { MAIL_TOKEN_KEY } from '../../features/push/mail/mail-token.ts';
import { openPushKey, sealPushKey } from '../../features/push/push-keys.ts';
import { type CommandContext, CommandError, withDatabase } from './command-context.ts';

/**
 * Replaces the keys in the database, and seals the secrets of one-time codes anew: with SECRETS_KEY if it is set, else with a new key of
 * the database. The key for push services is sealed anew too. It stays the same key, because the subscriptions of devices are bound to it.
 * `old` is the SECRETS_KEY that they were sealed with before, if that has changed.
 *
 * @throws CommandError while a server runs, which knows the old keys; nothing is changed then
 */
export const rotateSecrets = (context: CommandContext, old: Buffer | null): Promise<void> =>
  withDatabase(context, async ({ sql, target }) => {
    const [others] = await sql.unsafe<{ count: number }[]>(SERVER_CONNECTIONS);
    if ((others?.count ?? 0) > 0)
      throw new CommandError('A server is running on this database. Stop it first: it would go on using the old keys.');
    const database = openDatabase(target, context.log, 2);
    try {
      const before = createSealedSecrets(database, old ?? context.config.secretsKey);
      await before.ready();
      const sealed = await sql<{ user_id: string; secret: Buffer; key_id: string }[]>`select user_id, secret, key_id from second_factors`;
      const [opened, pushKey] = await Promise.all([
        Promise.all(
          sealed.map(async ({ user_id, secret, key_id }) => ({
            id: user_id,
            secret: await before.open(user_id, { keyId: key_id, sealed: secret }),
          })),
        ),
        openPushKey(sql, before),
      ]).catch(() => {
        throw new CommandError('Some secrets were sealed with another SECRETS_KEY. Set OLD_SECRETS_KEY to that one.');
      });
      await database.write(async (tx) => {
        await tx`delete from server_keys where id not in (${DATABASE_KEY_ID}, ${MAIL_TOKEN_KEY})`;
        await tx`delete from signing_keys`;
        await tx`update server_keys set key = ${newServerKey()} where id = ${DATABASE_KEY_ID}`;
        const after = createSealedSecrets({ ...database, write: (work) => work(tx) }, context.config.secretsKey);
        if (pushKey) await sealPushKey(tx, after, pushKey);
        for (const { id, secret } of opened) {
          const { keyId, sealed: now } = await after.seal(id, secret);
          await tx`update second_factors set secret = ${now}, key_id = ${keyId} where user_id = ${id}`;
        }
      });
      context.record('secrets rotate', { resealed: opened.length });
      context.print(
        `New keys are in use from the next start. ${opened.length} secrets of one-time codes were sealed anew. Members stay signed in.`,
        {
          resealed: opened.length,
        },
      );
    } finally {
      await database.close();
    }
  });
