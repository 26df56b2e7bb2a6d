/**
 * `npm run test:browsers`: the main path in Firefox and in WebKit. `npm run test:browsers -- firefox` runs one of them; words that begin
 * with a dash go to vitest (`--testNamePattern=tabs`). It installs nothing: if something is missing, it says so and fails.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findProgram, type Program } from './ensure-program.ts';

/** The programs of each engine: the name of the file, and the variable that may name another. */
const programs: Readonly<Record<string, readonly Pick<Program, 'file' | 'variable'>[]>> = {
  firefox: [{ file: 'firefox-esr', variable: 'KITH_FIREFOX' }],
  webkit: [
    { file: 'WebKitWebDriver', variable: 'KITH_WEBKIT_DRIVER' },
    { file: 'xvfb-run', variable: 'KITH_XVFB_RUN' },
  ],
};

const words = process.argv.slice(2);
const chosen = words.filter((word) => !word.startsWith('-'));
const unknown = chosen.filter((word) => !(word in programs));
if (unknown.length > 0) {
  console.error(`There is no ${unknown[0]} here: ${Object.keys(programs).join(' or ')}.`);
  process.exit(1);
}
const engines = chosen.length > 0 ? chosen : Object.keys(programs);
const env: NodeJS.ProcessEnv = { ...process.env, KITH_BROWSERS: engines.join(',') };
const missing: string[] = [];
for (const { file, variable } of engines.flatMap((engine) => programs[engine] ?? [])) {
  const path = findProgram({ file, variable });
  if (path) env[variable] = path;
  else missing.push(file);
}
if (missing.length > 0) {
  const alone = chosen.length > 0 ? '' : ', or name the engine to run: npm run test:browsers -- firefox';
  console.error(`Not found: ${missing.join(', ')}. On Debian: apt-get install firefox-esr webkit2gtk-driver xvfb${alone}.`);
  process.exit(1);
}

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const args = ['run', '--config', 'vitest.browsers.config.ts', ...words.filter((word) => word.startsWith('-'))];
const child = spawn(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), ...args], { cwd: root, stdio: 'inherit', env });
const passOn = (signal: NodeJS.Signals) => child.kill(signal);
process.on('SIGINT', passOn).on('SIGTERM', passOn);
const [code] = await once(child, 'exit');
process.exit(code ?? 1);
