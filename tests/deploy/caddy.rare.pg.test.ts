/** The real Caddy with `deploy/Caddyfile`. Only ports, the certificate and the places where it keeps files are this machine's. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findCaddy } from '../../scripts/test-programs.ts';
import { deployedFile } from '../support/deployed-file.ts';
import { startProxy } from '../support/proxy-process.ts';
import { prepareProxy } from './deployed-proxy.ts';
import { checkProxy } from './proxy-checks.ts';
import { visitPlainly } from './visitor.ts';

const program = findCaddy();

checkProxy({
  name: 'Caddy',
  program,
  async start(to) {
    const { folder, files, ...proxy } = await prepareProxy();
    const site = await deployedFile('Caddyfile', [
      ['{$KITH_HOST:kith.example} {', `{$KITH_HOST:kith.example} {\nbind 127.0.0.1\ntls ${files.certificate} ${files.key}`],
    ]);
    // HTTP/3 would take a UDP port that nothing here has checked. With a given certificate Caddy asks nobody for one.
    const options = ['admin off', `http_port ${proxy.httpPort}`, `https_port ${proxy.httpsPort}`, 'servers {\nprotocols h1 h2\n}'];
    const log = `log {\noutput file ${folder}/error.log\n}`;
    await writeFile(join(folder, 'Caddyfile'), `{\n${[...options, log].join('\n')}\n}\n${site}`);
    const { stop } = await startProxy({
      program: program ?? '',
      args: ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'],
      env: { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder, KITH_UPSTREAM: `127.0.0.1:${to}` },
      folder,
      answers: async () => (await visitPlainly(proxy, '/')).status > 0,
    });
    return { ...proxy, stop };
  },
});
