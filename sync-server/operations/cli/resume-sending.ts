/** `npm run kith -- resume-sending`. */
import { resumeSending } from '../../core/sending.ts';
import { openDatabase } from '../../db/pool/connect.ts';
import { currentEpoch } from '../../sync/epoch.ts';
import { type CommandContext, withDatabase } from './command-context.ts';

const counted = (count: number): string => `${count} ${count === 1 ? 'mail or call' : 'mails and calls'}`;

/** Says that this is the place where the members are, so that mails and calls are sent from here. */
export async function resume(context: CommandContext): Promise<void> {
  const { config, log } = context;
  const { dropped, waiting } = await withDatabase(context, async ({ target }) => {
    const database = openDatabase(target, log, 1);
    try {
      // A database that no server was started on yet is known from here on, so that its first start does not let it rest again.
      await currentEpoch(database, log);
      return await resumeSending(database, config.publicUrl);
    } finally {
      await database.close();
    }
  });
  context.record('resume-sending', { dropped, waiting });
  context.print(
    `Mails and calls are sent from ${config.publicUrl}. ${counted(waiting)} waited and are sent now; ${counted(dropped)} of more than an hour ago were dropped.`,
    { publicUrl: config.publicUrl, waiting, dropped },
  );
}
