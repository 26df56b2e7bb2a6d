/** What every command is given, and how it prints its result. */
import { userInfo } from 'node:os';
import type { Logger } from 'pino';
import { type Config, readConfig } from '../../base/config.ts';
import { createLog } from '../../base/log.ts';
import { type Core, createCore } from '../../core/core.ts';
import { diskSpaceByErrors } from '../../db/embedded/disk-space.ts';
import { type CommandDatabase, openForCommand } from '../../db/open-for-command.ts';
import { openDatabase, openPool } from '../../db/pool/connect.ts';
import { singlePool } from '../../db/pool/connection-classes.ts';
import type { Database } from '../../db/pool/transaction.ts';
import { createRequestBudgets } from '../../http/limits/request-budgets.ts';
import { shownJson, withoutControlCharacters } from './shown.ts';

/** A command that cannot do what it was asked to. The message says why, and what to do. */
export class CommandError extends Error {}

export interface CommandContext {
  readonly config: Config;
  readonly log: Logger;
  /** Prints the result: the text for people, or the value with `--json`. */
  print(text: string, value: unknown): void;
  /** Logs one line that says who had this command do what. Never with a mail address or a text of a member. */
  record(act: string, about?: Readonly<Record<string, string | number>>): void;
}

/** Who started the command: the user who became root for it, if there is one. */
const operator = (env: NodeJS.ProcessEnv): string => env.SUDO_USER ?? userInfo().username;

/** @throws ConfigError when a setting is invalid */
export function createCommandContext(env: NodeJS.ProcessEnv, json: boolean, write: (text: string) => void): CommandContext {
  const config = readConfig(env);
  const log = createLog(config.logLevel === 'info' ? 'warn' : config.logLevel);
  const acts = createLog(config.logLevel === 'silent' ? 'silent' : 'info');
  return {
    config,
    log,
    // Whatever a command prints, it may quote what strangers typed.
    print: (text, value) => write(json ? shownJson(value) : withoutControlCharacters(text)),
    record: (act, about = {}) =>
      acts.info({ event: 'operator-command', operator: operator(env), act, ...about }, 'an operator ran a command'),
  };
}

/** Runs `work` on the database, beside the server if that is running. */
export async function withDatabase<T>({ config, log }: CommandContext, work: (found: CommandDatabase) => Promise<T>): Promise<T> {
  const found = await openForCommand(config, log);
  try {
    return await work(found);
  } finally {
    await found.close();
  }
}

/** Runs `work` with the parts that act on members. A running server learns of everything that they do. */
export const withCore = <T>(context: CommandContext, work: (core: Core, database: Database) => Promise<T>): Promise<T> =>
  withDatabase(context, async ({ target }) => {
    const { config, log } = context;
    const database = openDatabase(target, log, 4);
    const sql = openPool(target, log, 4);
    const core = await createCore({
      config,
      database,
      sql,
      connectionClasses: singlePool(database),
      disk: diskSpaceByErrors(),
      budgets: createRequestBudgets(false),
      log,
      streamTiming: {},
      besideServer: true,
    });
    try {
      return await work(core, database);
    } finally {
      await core.engine.close();
      await core.close();
      await database.close();
      await sql.end({ timeout: 5 });
    }
  });
