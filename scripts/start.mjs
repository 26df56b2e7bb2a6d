/**
 * `npm start`: builds what is out of date, then becomes the server. There is one process, so whatever ends it (Ctrl-C, SIGTERM, kill -9)
 * has ended the server; the flags after `--` go to the server.
 *
 * The only script in JavaScript: a loader for TypeScript would stay in the server's process and double its memory.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The ids of the processes that started this: npm, or the shell that npm put between (which outlives npm) and npm. */
function callers() {
  const parent = process.ppid;
  try {
    // pid (name) state ppid
    const [, name = '', grandparent] = /^\d+ \((.*)\) \S (\d+)/s.exec(readFileSync(`/proc/${parent}/stat`, 'utf8')) ?? [];
    if (/^(?:ba|da|a|z|k)?sh$|^busybox$/.test(name)) return `${parent} ${grandparent}`;
  } catch {
    // No /proc on this system, or the parent has just ended.
  }
  return `${parent}`;
}

/** Where this package is, or null if it is not installed. @param {string} name */
function resolved(name) {
  try {
    return import.meta.resolve(name);
  } catch {
    return null;
  }
}

process.env.NODE_ENV ??= 'production';

const loader = resolved('tsx');
if (loader === null) {
  console.error(
    'What builds Kith is not installed: npm leaves it out under NODE_ENV=production. Run "npm ci --include=dev" and start again.',
  );
  process.exit(1);
}

// Building takes ten times the memory that serving does: a separate process frees it again.
const script = fileURLToPath(new URL('build.ts', import.meta.url));
const builder = spawn(process.execPath, ['--import', loader, script], { stdio: 'inherit' });
/** @param {NodeJS.Signals} signal */
const passOn = (signal) => builder.kill(signal);
process.on('SIGTERM', passOn).on('SIGINT', passOn);
const [code, signal] = await once(builder, 'exit');
process.off('SIGTERM', passOn).off('SIGINT', passOn);
if (code !== 0) process.exit(signal ? 130 : (code ?? 1));

// npm may be killed without passing that on. Then nobody could stop the server from the terminal, so it stops by itself.
if (process.env.npm_lifecycle_event) {
  const startedBy = callers();
  const watch = setInterval(() => {
    if (callers() === startedBy) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 500);
  watch.unref();
}

await import(new URL('../dist/server/main.js', import.meta.url).href);
