/** What the tests of the proxies in `deploy/` share: a certificate, and a configuration that runs on this machine. */
import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../../scripts/free-port.ts';
import { findOpenssl } from '../../scripts/test-programs.ts';
import { HOST } from './visitor.ts';

export interface DeployedProxy {
  readonly httpPort: number;
  readonly httpsPort: number;
  /** the certificate, which visitors trust */
  readonly certificate: string;
}

/** The OpenSSL program; null where it is not installed. */
export const opensslProgram: string | null = findOpenssl();

/** A folder with a self-signed certificate for kith.example, and two free ports. The proxy may run as another user and reach the folder. */
export async function prepareProxy() {
  if (opensslProgram === null) throw new Error('there is no openssl');
  const folder = await mkdtemp(join(tmpdir(), 'kith-deploy-'));
  await chmod(folder, 0o711);
  const files = { certificate: join(folder, 'certificate.pem'), key: join(folder, 'key.pem') };
  const subject = ['-subj', `/CN=${HOST}`, '-addext', `subjectAltName=DNS:${HOST}`, '-days', '2'];
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  await promisify(execFile)(opensslProgram, ['req', '-x509', ...key, ...subject, '-keyout', files.key, '-out', files.certificate]);
  const certificate = await readFile(files.certificate, 'utf8');
  return { folder, files, certificate, httpPort: await freePort(), httpsPort: await freePort() };
}
