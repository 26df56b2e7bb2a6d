/** The real programs that tests use and that are no npm packages. Without one, only its own tests are left out. */
import { ensureProgram, findProgram } from './ensure-program.ts';

const nats = { file: 'nats-server', variable: 'KITH_NATS_SERVER', without: 'the tests of several processes over NATS' };
const nginx = { file: 'nginx', variable: 'KITH_NGINX', without: 'the tests behind a real proxy' };
const pgbouncer = { file: 'pgbouncer', variable: 'KITH_PGBOUNCER', without: 'the tests behind a pooler' };
const caddy = { file: 'caddy', variable: 'KITH_CADDY', without: 'the tests behind Caddy' };
const openssl = { file: 'openssl', variable: 'KITH_OPENSSL', without: 'the tests of the proxies in deploy/' };
/** Nothing that a test run should put on a machine that runs without systemd. */
const systemd = { file: 'systemd-analyze', variable: 'KITH_SYSTEMD_ANALYZE', without: 'the tests of the systemd unit', onlyFind: true };

export const findNats = () => findProgram(nats);
export const findNginx = () => findProgram(nginx);
export const findPgbouncer = () => findProgram(pgbouncer);
export const findCaddy = () => findProgram(caddy);
export const findOpenssl = () => findProgram(openssl);
export const findSystemdAnalyze = () => findProgram(systemd);

/** The environment variables with the paths of these programs, which the tests read. Installs what is missing. */
export async function ensurePrograms(): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const program of [nats, nginx, pgbouncer, caddy, openssl, systemd]) {
    const path = await ensureProgram(program);
    if (path) found[program.variable] = path;
  }
  return found;
}
