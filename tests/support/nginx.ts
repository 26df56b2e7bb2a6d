/** A real nginx for one test, in front of a server and reachable only from this machine. Its folder is removed with it. */
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { type IncomingHttpHeaders, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../scripts/free-port.ts';
import { findNginx } from '../../scripts/test-programs.ts';
import { startProxy } from './proxy-process.ts';

/** The nginx program; null where it is not installed. Tests that need it are then skipped, and the run says so. */
export const nginxProgram: string | null = findNginx();

/** The headers that a proxy adds to a request, as people write them into their configuration. */
export const proxyHeaders = {
  /** none: `proxy_pass` alone, which replaces the host with its own target */
  none: '',
  /** the host that the visitor used, over HTTP/1.1, as tutorials for streams have it */
  host: 'proxy_http_version 1.1; proxy_set_header Connection ""; proxy_set_header Host $http_host;',
  /** all of them */
  forwarded: `
    proxy_set_header Host $http_host;
    proxy_set_header X-Real-IP $remote_addr;
    proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
    proxy_set_header X-Forwarded-Host $http_host;
    proxy_set_header X-Forwarded-Proto https;`,
} as const;

const VISITOR = '127.0.0.2';

export type ProxyHeaders = keyof typeof proxyHeaders;

export type Nginx = Awaited<ReturnType<typeof startNginx>>;

/**
 * Forwards everything to this port of this machine, with these headers. Of several ports it takes one after the other, and leaves out for a
 * second one that does not answer. It buffers nothing then, for streams. With `log` it writes its access log, in nginx's own format.
 */
export async function startNginx(options: {
  readonly to: number | readonly number[];
  readonly headers: ProxyHeaders;
  readonly log?: true;
}) {
  if (nginxProgram === null) throw new Error('there is no nginx');
  const folder = await mkdtemp(join(tmpdir(), 'kith-nginx-'));
  const port = await freePort();
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`);
  const several = typeof options.to === 'number' ? null : options.to;
  const servers = several?.map((to) => `server 127.0.0.1:${to} max_fails=1 fail_timeout=1s;`).join(' ');
  const config = `
    daemon off;
    pid ${folder}/nginx.pid;
    worker_processes 1;
    error_log ${folder}/error.log;
    events { worker_connections ${several ? 2048 : 256}; }
    http {
      access_log ${options.log ? `${folder}/access.log` : 'off'};
      ${places.join('\n')}
      ${several ? `upstream kith { ${servers} } proxy_buffering off; proxy_connect_timeout 2s;` : ''}
      server {
        listen 127.0.0.1:${port};
        location / {
          proxy_pass http://${several ? 'kith' : `localhost:${options.to}`};
          ${proxyHeaders[options.headers]}
        }
      }
    }`;
  await writeFile(join(folder, 'nginx.conf'), config);
  /** A visitor's request. The visitor chooses every header, also the host. */
  const visit = (path: string, headers: Readonly<Record<string, string>> = {}, body?: unknown) =>
    new Promise<{ readonly status: number; readonly headers: IncomingHttpHeaders; readonly text: string }>((resolve, reject) => {
      const sent = request({
        host: '127.0.0.1',
        port,
        path,
        // Another address than the proxy's own, on systems where loopback has more than one.
        ...(process.platform === 'linux' ? { localAddress: VISITOR } : {}),
        method: body === undefined ? 'GET' : 'POST',
        headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      });
      sent.on('error', reject).on('response', (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
        });
        response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
      });
      sent.end(body === undefined ? undefined : JSON.stringify(body));
    });

  const { stop } = await startProxy({
    program: nginxProgram,
    args: ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log')],
    folder,
    answers: async () => (await visit('/api/health')).status === 200,
  });
  return { port, url: `http://127.0.0.1:${port}`, visit, stop, accessLog: () => readFile(join(folder, 'access.log'), 'utf8') };
}
