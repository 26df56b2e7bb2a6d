/** The real programs that tests use and that are no npm packages. Without one, only its own tests are left out. */
import { ensureProgram, findProgram, type Program } from './ensure-program.ts';

const nats = { file: 'nats-server', variable: 'KITH_NATS_SERVER', without: 'the tests of several processes over NATS' };
const nginx = { file: 'nginx', variable: 'KITH_NGINX', without: 'the tests behind a real proxy' };
const pgbouncer = { file: 'pgbouncer', variable: 'KITH_PGBOUNCER', without: 'the tests behind a pooler' };
const caddy = { file: 'caddy', variable: 'KITH_CADDY', without: 'the tests behind Caddy' };
const openssl = { file: 'openssl', variable: 'KITH_OPENSSL', without: 'the tests of the proxies in deploy/' };
const strace = { file: 'strace', variable: 'KITH_STRACE', without: 'the test that what is kept is on the disk' };
/** Nothing that a test run should put on a machine that runs without systemd. */
const systemd = { file: 'systemd-analyze', variable: 'KITH_SYSTEMD_ANALYZE', without: 'the tests of the systemd unit', onlyFind: true };
const firefox = { file: 'firefox-esr', variable: 'KITH_FIREFOX', without: 'the main path in Firefox' };
const webkitDriver = {
  file: 'WebKitWebDriver',
  packages: ['webkit2gtk-driver'],
  variable: 'KITH_WEBKIT_DRIVER',
  without: 'the main path in WebKit',
};
/** The display of WebKit, which needs `xauth` to make one. */
const xvfb = { file: 'xvfb-run', packages: ['xvfb', 'xauth'], variable: 'KITH_XVFB_RUN', without: 'the main path in WebKit' };

export const findNats = () => findProgram(nats);
export const findNginx = () => findProgram(nginx);
export const findPgbouncer = () => findProgram(pgbouncer);
export const findCaddy = () => findProgram(caddy);
export const findOpenssl = () => findProgram(openssl);
export const findStrace = () => findProgram(strace);
export const findSystemdAnalyze = () => findProgram(systemd);

export const findFirefox = () => findProgram(firefox);
/** The driver and the display of WebKit, or null without either. */
export function findWebkit(): { readonly driver: string; readonly xvfbRun: string } | null {
  const [driver, xvfbRun] = [findProgram(webkitDriver), findProgram(xvfb)];
  return driver && xvfbRun ? { driver, xvfbRun } : null;
}

/** The environment variables with the paths of these programs, which the tests read. Installs what is missing. */
async function ensureAll(programs: readonly Program[]): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const program of programs) {
    const path = await ensureProgram(program);
    if (path) found[program.variable] = path;
  }
  return found;
}

export const ensurePrograms = () => ensureAll([nats, nginx, pgbouncer, caddy, openssl, strace, systemd]);
export const ensureEngines = () => ensureAll([firefox, webkitDriver, xvfb]);
