/** `npm run kith -- <command>`: what whoever runs a server does beside it, also while it runs. */
import { build } from './build.ts';

const commands = { mails: 'prints the newest mails of a server without SMTP_URL' };
const [command = ''] = process.argv.slice(2);

if (Object.hasOwn(commands, command)) {
  process.env.NODE_ENV ??= 'production';
  // Standard output is for what was asked.
  await build({ say: console.error });
  await import(new URL('../dist/server/main.js', import.meta.url).href);
} else {
  const lines = Object.entries(commands).map(([name, what]) => `  npm run kith -- ${name}   ${what}`);
  console.error(`Say what to do:\n${lines.join('\n')}`);
  process.exitCode = 1;
}
