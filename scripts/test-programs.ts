/** The programs that tests meet for real, and that are no packages of npm. Without one, its tests alone are left out. */
import { ensureProgram, findProgram } from './ensure-program.ts';

const nats = { file: 'nats-server', variable: 'KITH_NATS_SERVER', without: 'the tests of several processes over NATS' };
const nginx = { file: 'nginx', variable: 'KITH_NGINX', without: 'the tests behind a real proxy' };

export const findNats = () => findProgram(nats);
export const findNginx = () => findProgram(nginx);

/** What the tests find these programs by: environment variables with their paths. Installs what is missing. */
export async function ensurePrograms(): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const program of [nats, nginx]) {
    const path = await ensureProgram(program);
    if (path) found[program.variable] = path;
  }
  return found;
}
