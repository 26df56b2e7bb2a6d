/** The real nginx with `deploy/nginx.conf`. Only paths, ports and the certificate are this machine's. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deployedFile } from '../support/deployed-file.ts';
import { nginxProgram } from '../support/nginx.ts';
import { startProxy } from '../support/proxy-process.ts';
import { prepareProxy } from './deployed-proxy.ts';
import { checkProxy } from './proxy-checks.ts';
import { visitPlainly } from './visitor.ts';

checkProxy({
  name: 'nginx',
  program: nginxProgram,
  async start(to) {
    const { folder, files, ...proxy } = await prepareProxy();
    const server = await deployedFile('nginx.conf', [
      ['listen [::]:80;', ''],
      ['listen [::]:443 ssl http2;', ''],
      ['listen 80;', `listen 127.0.0.1:${proxy.httpPort};`],
      ['listen 443 ssl http2;', `listen 127.0.0.1:${proxy.httpsPort} ssl http2;`],
      ['/etc/letsencrypt/live/kith.example/fullchain.pem', files.certificate],
      ['/etc/letsencrypt/live/kith.example/privkey.pem', files.key],
      ['http://127.0.0.1:3000', `http://127.0.0.1:${to}`],
    ]);
    const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`);
    await writeFile(
      join(folder, 'nginx.conf'),
      `daemon off;
      pid ${folder}/nginx.pid;
      worker_processes 1;
      error_log ${folder}/error.log;
      events { worker_connections 256; }
      http { access_log off; ${places.join('\n')}\n${server} }`,
    );
    const { stop } = await startProxy({
      program: nginxProgram ?? '',
      args: ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log')],
      folder,
      answers: async () => (await visitPlainly(proxy, '/')).status > 0,
    });
    return { ...proxy, stop };
  },
});
