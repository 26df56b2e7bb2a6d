/** Whether push services can be reached from here. Nothing is sent to them. */
import { isIP } from 'node:net';
import { connect } from 'node:tls';
import type { Config } from '../../base/config.ts';
import { knownServices } from '../../features/push/check-endpoint.ts';
import { isPushOff } from '../../features/push/push.ts';
import { type Finding, good, todo } from './doctor-checks.ts';

const PATIENCE_MS = 5_000;

/** Connects and encrypts. Returns what went wrong; null if nothing did. */
function reach(host: string): Promise<string | null> {
  const { hostname, port } = new URL(`https://${host}`);
  const address = hostname.replace(/^\[|\]$/g, '');
  return new Promise((resolve) => {
    const socket = connect({ host: address, port: Number(port || 443), ...(isIP(address) === 0 && { servername: address }) });
    const end = (outcome: string | null) => {
      clearTimeout(late);
      socket.destroy();
      resolve(outcome);
    };
    const late = setTimeout(() => end('no answer'), PATIENCE_MS);
    socket.once('secureConnect', () => end(null));
    socket.once('error', (error: NodeJS.ErrnoException) => end(error.code ?? error.message));
  });
}

/** Tries the services that devices are called by. */
export async function checkPush(config: Pick<Config, 'publicUrl' | 'pushHosts'>): Promise<Finding[]> {
  const name = 'push';
  if (isPushOff(config)) return [good(name, 'No device is called: Kith is reached on this machine only.')];
  // A device subscribes over https only, and the settings say so already. What the operator named is meant to be tried all the same.
  const known = config.publicUrl.startsWith('https:') ? knownServices : [];
  const tried = await Promise.all([...known, ...config.pushHosts].map(async (host) => ({ host, failure: await reach(host) })));
  const failed = tried.filter(({ failure }) => failure !== null);
  const isOut = (host: string) => known.some((service) => service === host);
  const shutIn = known.length > 0 && known.every((host) => failed.some((each) => each.host === host));
  const first = failed.find(({ host }) => isOut(host));
  const found = [
    ...(shutIn
      ? [
          todo(
            name,
            `No push service can be reached (${first?.failure}), so no device is called. Let this machine connect to port 443 elsewhere.`,
          ),
        ]
      : failed
          .filter(({ host }) => isOut(host))
          .map(({ host, failure }) => todo(name, `${host} cannot be reached (${failure}), so devices of its browser are not called.`))),
    ...failed
      .filter(({ host }) => !isOut(host))
      .map(({ host, failure }) => todo(name, `${host} cannot be reached (${failure}). Check PUSH_HOSTS and its certificate.`)),
  ];
  if (found.length > 0 || tried.length === 0) return found;
  return [good(name, `${tried.length} push services can be reached.`)];
}
