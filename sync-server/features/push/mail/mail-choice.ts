/** Whether a member gets mails that call them, and how they end it. */
import { settingKey } from '../../../../schemas/profiles/setting-keys.ts';
import { type MailCalls, mailCallsDefault } from '../../../../schemas/push/mail-calls.ts';
import type { KindMails } from '../../../accounts/mail/mail-queue.ts';
import type { Database } from '../../../db/pool/transaction.ts';
import type { Engine } from '../../../sync/engine.ts';
import { setSetting } from '../../settings/set-setting.ts';
import { unsubscribeHeaders } from './mail-letter.ts';
import { mailTokenOf } from './mail-token.ts';
import { stopAddress } from './stopped-addresses.ts';

/** Sets how often a member gets a mail, by the same setting that their devices write. Changes nothing if it is chosen already. */
export async function chooseMailCalls(
  { engine, database }: { readonly engine: Engine; readonly database: Database },
  userId: string,
  value: MailCalls,
): Promise<void> {
  const key = settingKey.mailCalls;
  const [now] = await database.read(
    (tx) => tx<{ value: string | null }[]>`
      select s.value from users u left join settings s on s.user_id = u.id and s.key = ${key} where u.id = ${userId}`,
  );
  // Their account is deleted, so they get no mails.
  if (now === undefined || (now.value ?? mailCallsDefault) === value) return;
  const verdict = await engine.run({ userId }, engine.newId(), (context) => setSetting(context, { user_id: userId, key, value }));
  if (!verdict.allowed) throw new Error(`the choice of a member was refused: ${verdict.code}`);
}

/** For single mails that the queue sends, such as that a friend said yes: the same members get them, with the same way to end them. */
export const kindMails = (database: Database, key: () => Promise<Buffer>, publicUrl: string): KindMails => ({
  async headersFor(to) {
    const [member] = await database.read(
      (tx) => tx<{ id: string }[]>`
        select u.id from users u where u.email = ${to}
          and not exists (select from stopped_addresses s where s.email = u.email)
          and not exists (select from settings s where s.user_id = u.id and s.key = ${settingKey.mailCalls} and s.value = 'off')
          and not exists (select from push_subscriptions p join live_sessions l on l.id = p.session_id where p.user_id = u.id)`,
    );
    return member ? unsubscribeHeaders(publicUrl, mailTokenOf(await key(), member.id)) : null;
  },
  refused: (to) => database.write((tx) => stopAddress(tx, to, 'refused')),
});
