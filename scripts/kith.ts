/**
 * `npm run kith -- <command>`: what an operator does beside the server, even while it runs. The commands are in
 * `sync-server/operations/cli`.
 */
import { build } from './build.ts';

process.env.NODE_ENV ??= 'production';
// Standard output is for the result of the command only.
await build({ log: console.error });
process.argv.splice(2, 0, 'kith');
await import(new URL('../dist/server/main.js', import.meta.url).href);
