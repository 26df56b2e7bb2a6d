/** `npm run kith -- export <member>`: the archive that members can download themselves, for one who cannot sign in. */
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { openDatabase } from '../../db/pool/connect.ts';
import { writeExport } from '../../features/account/export/write-export.ts';
import { openPartialFile } from '../backup/partial-file.ts';
import { type CommandContext, CommandError, withDatabase } from './command-context.ts';
import { memberNamed } from './members.ts';
import { shownBytes } from './shown.ts';

/** Writes the archive to this file, or to a new one in the current directory. */
export const exportMember = (context: CommandContext, named: string, file: string | undefined): Promise<void> =>
  withDatabase(context, async ({ sql, target }) => {
    const member = await memberNamed(sql, named);
    const path = resolve(file ?? `kith-${member.id}-${new Date().toISOString().slice(0, 10)}.zip`);
    if (await stat(path).catch(() => null)) throw new CommandError(`${path} exists already. Name another file.`);
    const database = openDatabase(target, context.log, 1);
    const partial = await openPartialFile(path).catch((error: Error) => {
      throw new CommandError(`The export could not be written to ${path}: ${error.message}.`);
    });
    try {
      await pipeline(
        writeExport(database, member.id, new Date(), () => undefined),
        partial.handle.createWriteStream(),
      );
      await partial.complete();
    } catch (error) {
      await partial.abandon();
      throw new CommandError(`The export could not be written to ${path}: ${(error as Error).message}.`);
    } finally {
      await database.close();
    }
    const { size } = await stat(path);
    context.record('export', { account: member.id, bytes: size });
    context.print(`${path}\n${shownBytes(size)}. It contains everything that is this member’s: give it to nobody else.`, {
      path,
      bytes: size,
    });
  });
