/** `npm run kith -- <command>`: what the operator of a server does beside it, even while it runs. */
import { build } from './build.ts';

const commands = { mails: 'prints the newest mails of a server without SMTP_URL' };
const [command = ''] = process.argv.slice(2);

if (Object.hasOwn(commands, command)) {
  process.env.NODE_ENV ??= 'production';
  // Standard output is for the result of the command only.
  await build({ log: console.error });
  await import(new URL('../dist/server/main.js', import.meta.url).href);
} else {
  const lines = Object.entries(commands).map(([name, what]) => `  npm run kith -- ${name}   ${what}`);
  console.error(`Say what to do:\n${lines.join('\n')}`);
  process.exitCode = 1;
}
