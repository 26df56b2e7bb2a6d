/** What `doctor` checks outside of the database: the clock, mails, the running server, and the way to it from outside. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Sql } from 'postgres';
import * as z from 'zod/mini';
import { smtpTransport } from '../../accounts/mail/mail-delivery.ts';
import type { Config } from '../../base/config.ts';
import { isLoopbackAddress, isLoopbackUrl } from '../../base/loopback.ts';
import { unsubscribeHeaders } from '../../features/push/mail/mail-letter.ts';
import { DOCTOR_HEADER, makeDoctorToken } from '../../http/doctor-token.ts';

export interface Finding {
  readonly name: string;
  readonly good: boolean;
  readonly text: string;
}
export const good = (name: string, text: string): Finding => ({ name, good: true, text });
export const todo = (name: string, text: string): Finding => ({ name, good: false, text });

const PATIENCE_MS = 10_000;

/** Whether the system keeps its clock by NTP. Nothing is said where the system does not tell. */
export async function checkClock(): Promise<Finding[]> {
  const answer = await promisify(execFile)('timedatectl', ['show', '-p', 'NTPSynchronized', '--value']).catch(() => null);
  if (answer?.stdout.trim() !== 'no') return [];
  return [todo('clock', 'The clock of this machine is not set by NTP. Wrong clocks end sign-ins and one-time codes.')];
}

/** Mail programs show their button for ending mails only if the signature covers both headers. The server that signs is not ours. */
const SIGNED =
  'In its source, the h= of DKIM-Signature must name List-Unsubscribe and List-Unsubscribe-Post: otherwise mail programs show no button that ends mails. The mail server signs, so change it there.';

/** Connects to the mail server, and sends a mail if there is an address for it. */
export async function checkMail({ smtpUrl, mailFrom, publicUrl }: Config, to: string | null): Promise<Finding[]> {
  if (!smtpUrl) return to === null ? [] : [todo('mail', 'No mail can be sent without SMTP_URL.')];
  const { host } = new URL(smtpUrl);
  const transport = smtpTransport(smtpUrl, PATIENCE_MS);
  try {
    if (to === null) {
      await transport.verify();
      return [good('mail', `${host} lets Kith in. To see one arrive, and which of its headers are signed, add --mail and your address.`)];
    }
    const { response } = await transport.sendMail({
      from: mailFrom,
      to,
      subject: 'Kith can send mails',
      text: `This mail was sent by npm run kith -- doctor. ${SIGNED}`,
      // Leads to nobody, so a press changes nothing.
      headers: unsubscribeHeaders(publicUrl, 'nobody'),
    });
    return [good('mail', `${host} took a mail to ${to} from ${mailFrom}: ${response}. ${SIGNED}`)];
  } catch (error) {
    return [todo('mail', `${host} refuses: ${(error as Error).message}. Check SMTP_URL and MAIL_FROM.`)];
  } finally {
    transport.close();
  }
}

/** Asks the issuer for its description, as signing in does. */
export async function checkProvider({ provider }: Config): Promise<Finding[]> {
  if (!provider) return [];
  const url = `${provider.issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const answer = await fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS) });
  const described = z.object({ issuer: z.string() }).safeParse(await answer.json().catch(() => null));
  if (!answer.ok || !described.success) return [todo('provider', `${url} answered ${answer.status}. Check OIDC_ISSUER.`)];
  return [
    described.data.issuer === provider.issuer
      ? good('provider', `${provider.name} describes itself.`)
      : todo('provider', `The issuer calls itself ${described.data.issuer}: set OIDC_ISSUER to exactly that.`),
  ];
}

const healthSchema = z.object({
  data: z.object({ status: z.string(), seen: z.optional(z.object({ address: z.string(), named: z.boolean(), forwarded: z.boolean() })) }),
});

/** Whether a server runs with these settings on this machine. */
export async function checkServer({ host, port }: Config): Promise<Finding[]> {
  const address = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  try {
    const answer = await fetch(`http://${address}:${port}/api/health`, { signal: AbortSignal.timeout(PATIENCE_MS) });
    return answer.ok
      ? [good('server', `It runs on port ${port}.`)]
      : [todo('server', `It answers ${answer.status} on port ${port}: its log says why.`)];
  } catch {
    return [todo('server', `Nothing answers on ${address}, port ${port}. Start it.`)];
  }
}

/** An address of documentation (RFC 5737), which no visitor has. */
const CLAIMED = '203.0.113.9';

/** Goes to PUBLIC_URL as a visitor who lies about the own address, and asks the server what it saw. */
export async function checkOutside({ publicUrl }: Config, sql: Sql): Promise<Finding[]> {
  if (isLoopbackUrl(publicUrl)) return [];
  const name = 'outside';
  const { token, forget } = await makeDoctorToken(sql);
  try {
    const answer = await fetch(`${publicUrl}/api/health`, {
      headers: { [DOCTOR_HEADER]: token, 'x-forwarded-for': CLAIMED },
      signal: AbortSignal.timeout(PATIENCE_MS),
      redirect: 'manual',
    });
    const { data } = healthSchema.safeParse(await answer.json().catch(() => null)).data ?? {};
    if (!answer.ok || !data)
      return [todo(name, `${publicUrl}/api/health answers ${answer.status}: the name or the proxy leads somewhere else.`)];
    const { seen } = data;
    if (!seen) return [todo(name, `At ${publicUrl} is another Kith than the one of this database.`)];
    if (seen.address === CLAIMED)
      return [todo(name, 'The proxy passes on whatever address visitors claim. Let it append to X-Forwarded-For, or set it anew.')];
    if (!seen.named || (!seen.forwarded && isLoopbackAddress(seen.address)))
      return [
        todo(
          name,
          'All visitors have one address, so limits cannot tell them apart. Let the proxy send X-Forwarded-For, and name it in TRUST_PROXY.',
        ),
      ];
    return [good(name, `${publicUrl} leads here, and visitors are told apart (this one came from ${seen.address}).`)];
  } catch (error) {
    const { cause, message } = error as Error & { cause?: { code?: string; message?: string } };
    return [
      todo(
        name,
        `${publicUrl} cannot be reached from here: ${cause?.code ?? cause?.message ?? message}. Check the name, the certificate and the proxy.`,
      ),
    ];
  } finally {
    await forget();
  }
}
