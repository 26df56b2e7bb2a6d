/**
 * Sends messages to push services (RFC 8030). Never throws and never follows a redirect. Only 404 and 410 mean that a device is gone. An
 * endpoint lets its owner be called, so no line of the log has more of it than its host.
 */
import { Agent } from 'node:https';
import { createSecureContext, rootCertificates } from 'node:tls';
import type { Logger } from 'pino';
import type { Realm } from '../../../schemas/base/realm.ts';
import { judgedLookup, type Lookup } from '../../base/outbound/judged-lookup.ts';
import { type AllowedEndpoint, checkEndpoint, hostAndPort, type ServiceName } from './check-endpoint.ts';
import { encrypt } from './encrypt.ts';
import { NoAnswer, type PostTiming, postMessage, type ServiceAnswer } from './post-message.ts';
import type { PushDelivery, PushMessage, PushOutcome, Subscription } from './push-delivery.ts';
import { noPushMeter, type PushMeter } from './push-meter.ts';
import { createServiceTurns, type Fared } from './service-turns.ts';
import type { Vapid } from './vapid.ts';

const TIMING: PostTiming = { connectMs: 5_000, totalMs: 10_000 };
const IDLE_MS = 60_000;
const LATER_SECONDS = 60;
/** A server on a machine of its own, which nobody calls. */
const OFF_SECONDS = 3_600;
const LOG_AGAIN_MS = 3_600_000;
const SKEW_LOGGED_AGAIN_MS = 86_400_000;
/** Tokens live for 12 hours, and services forgive some minutes. */
const SKEW_MS = 300_000;

export interface PushDeliveryDeps {
  readonly vapid: Vapid;
  /** `host:port` of what the operator named */
  readonly pushHosts: readonly string[];
  readonly log: Logger;
  readonly meter?: PushMeter;
  /** whether nothing may be sent at all */
  readonly isOff?: boolean;
  /** PEM of certificates that are trusted beside those of Node */
  readonly trusted?: readonly string[];
  readonly timing?: PostTiming;
  /** looks names up, of services that the operator did not name */
  readonly lookup?: Lookup;
  /** where those names may lead: to public addresses by default */
  readonly isAllowed?: (address: string) => boolean;
  readonly realm?: Realm;
}

/** What the push services are to the rest of the server. */
export interface PushServices extends PushDelivery {
  /** False while every service that was tried lately could not be reached. True before the first attempt. */
  reachable(): boolean;
  /** To whose services nothing is sent now, because they failed; once for each of their hosts. */
  resting(): ServiceName[];
}

/** The milliseconds that `Retry-After` asks for, in seconds or as a date by the service's own clock; null if it asks for nothing. */
export function readRetryAfter({ retryAfter = '', date = '' }: Pick<ServiceAnswer, 'retryAfter' | 'date'>, now: number): number | null {
  if (/^\d{1,9}$/.test(retryAfter.trim())) return Number(retryAfter) * 1000;
  const until = Date.parse(retryAfter);
  if (Number.isNaN(until)) return null;
  const from = Date.parse(date);
  return Math.max(0, until - (Number.isNaN(from) ? now : from));
}

/** A reason such as `{"reason":"BadJwtToken"}`, which has nothing of the endpoint. */
const reasonOf = (text: string): string | undefined => /"reason"\s*:\s*"(\w{1,40})"/.exec(text)?.[1];

const hasFailed = (status: number): boolean => status >= 500 || status === 429 || status === 408 || status === 425;

export function createPushDelivery({
  vapid,
  pushHosts,
  log,
  meter = noPushMeter,
  isOff = false,
  trusted = [],
  timing = TIMING,
  lookup,
  isAllowed,
  realm = globalThis,
}: PushDeliveryDeps): PushServices {
  const connecting = {
    keepAlive: true,
    timeout: IDLE_MS,
    // Made once: reading all certificates takes tens of milliseconds.
    ...(trusted.length > 0 && { secureContext: createSecureContext({ ca: [...rootCertificates, ...trusted] }) }),
  };
  const agents = {
    named: new Agent(connecting),
    known: new Agent({ ...connecting, lookup: judgedLookup(isAllowed, lookup) }),
  };
  const turns = createServiceTurns(realm);
  const logged = new Map<string, number>();
  const sending = new Set<Promise<PushOutcome>>();
  let closed = false;

  function warnSometimes(details: Readonly<Record<string, unknown>>, text: string, againMs = LOG_AGAIN_MS): void {
    const key = JSON.stringify([text, details.host, details.status]);
    const at = realm.Date.now();
    if (at - (logged.get(key) ?? Number.NEGATIVE_INFINITY) < againMs) return;
    if (logged.size >= 1_000) logged.clear();
    logged.set(key, at);
    log.warn(details, text);
  }

  function checkClock(host: string, { status, date = '', text }: ServiceAnswer): void {
    const skew = Date.parse(date) - realm.Date.now();
    const isRefused = (status === 401 || status === 403) && /\bexp\b|expir/i.test(text);
    if (!(Math.abs(skew) > SKEW_MS) && !isRefused) return;
    const seconds = Number.isNaN(skew) ? undefined : Math.round(skew / 1000);
    warnSometimes({ host, seconds }, 'a push service has another time than this machine: set the clock by NTP', SKEW_LOGGED_AGAIN_MS);
  }

  function judge(host: string, origin: string, answer: ServiceAnswer): { readonly fared: Fared; readonly result: PushOutcome } {
    const { status } = answer;
    const answered: Fared = { kind: 'answered' };
    checkClock(host, answer);
    if (status >= 200 && status < 300) return { fared: answered, result: { kind: 'accepted' } };
    if (status === 404 || status === 410) return { fared: answered, result: { kind: 'gone' } };
    if (hasFailed(status)) {
      const restMs = readRetryAfter(answer, realm.Date.now());
      warnSometimes({ host, status }, 'a push service cannot take messages now; they are sent later');
      const seconds = restMs === null ? LATER_SECONDS : Math.ceil(Math.min(Math.max(restMs, 1_000), OFF_SECONDS * 1000) / 1000);
      return { fared: { kind: 'failed', connected: true, restMs }, result: { kind: 'later', seconds } };
    }
    if (status === 401 || status === 403) vapid.forget(origin);
    warnSometimes({ host, status, reason: reasonOf(answer.text) }, 'a push service refused a message; the device stays registered');
    return { fared: answered, result: { kind: 'refused', status } };
  }

  function encrypted(host: string, payload: string, subscription: Subscription): Buffer | null {
    try {
      return encrypt(payload, subscription);
    } catch (error) {
      warnSometimes({ host, reason: (error as Error).message }, 'a message to a device could not be encrypted');
      return null;
    }
  }

  async function attempt(
    { url, service }: AllowedEndpoint,
    subscription: Subscription,
    { payload, topic, ttlSeconds, urgency }: PushMessage,
  ): Promise<PushOutcome> {
    const host = hostAndPort(url);
    const ran = await turns.run<PushOutcome>(host, async () => {
      // Only now, so that what waits for its turn costs little.
      const body = encrypted(host, payload, subscription);
      if (!body) return { fared: null, result: { kind: 'refused', status: 0 } };
      try {
        const headers = {
          authorization: await vapid.authorization(url.origin),
          'content-encoding': 'aes128gcm',
          'content-type': 'application/octet-stream',
          'content-length': String(body.length),
          ttl: String(ttlSeconds),
          topic,
          urgency,
        };
        const agent = service === 'named' ? agents.named : agents.known;
        return judge(host, url.origin, await postMessage({ url, headers, body, agent, timing, realm }));
      } catch (error) {
        if (!(error instanceof NoAnswer)) throw error;
        warnSometimes({ host, reason: error.message }, 'a push service did not answer; messages are sent later');
        return {
          fared: { kind: 'failed', connected: error.connected, restMs: null },
          result: { kind: 'later', seconds: LATER_SECONDS },
        };
      }
    });
    return 'later' in ran ? { kind: 'later', seconds: ran.later } : ran.result;
  }

  return {
    async send(subscription, message) {
      if (isOff) return { kind: 'later', seconds: OFF_SECONDS };
      if (closed) return { kind: 'later', seconds: LATER_SECONDS };
      const endpoint = checkEndpoint(subscription.endpoint, pushHosts);
      // The operator no longer names it.
      if (!endpoint) return { kind: 'refused', status: 0 };
      const sent = attempt(endpoint, subscription, message).catch((error: Error): PushOutcome => {
        // The database, or a SECRETS_KEY that is not the one of before.
        warnSometimes({ reason: error.message }, 'a message to a device could not be signed; it is sent later');
        return { kind: 'later', seconds: LATER_SECONDS };
      });
      sending.add(sent);
      try {
        const outcome = await sent;
        meter.ended(endpoint.service, outcome.kind);
        return outcome;
      } finally {
        sending.delete(sent);
      }
    },
    reachable: turns.reachable,
    resting: () =>
      turns.resting().flatMap((host) => {
        const endpoint = checkEndpoint(`https://${host}/`, pushHosts);
        return endpoint ? [endpoint.service] : [];
      }),
    async close() {
      closed = true;
      await Promise.all(sending);
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}
