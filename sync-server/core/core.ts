/**
 * The parts that carry out acts on the database, without anything of HTTP: the engine, sessions, mails and jobs. The server is built on
 * them, and so are commands that act on members beside a running server.
 */
import type { Logger } from 'pino';
import type { Sql } from 'postgres';
import { FIRST_INVITATIONS, INVITATIONS_PER_DAY } from '../../schemas/friends/invitation-limits.ts';
import { REPORTS_PER_DAY } from '../../schemas/reports/report-limits.ts';
import { createAccountDeletion } from '../accounts/account-deletion.ts';
import { mailboxDelivery, mailsProve, smtpDelivery } from '../accounts/mail/mail-delivery.ts';
import { createMailLimits } from '../accounts/mail/mail-limits.ts';
import { createMailQueue } from '../accounts/mail/mail-queue.ts';
import { createAccessTokens } from '../accounts/sessions/access-tokens.ts';
import { createSessions, readLiveSessions } from '../accounts/sessions/sessions.ts';
import type { Config } from '../base/config.ts';
import type { ServerRealm } from '../base/server-realm.ts';
import type { DiskSpace } from '../db/embedded/disk-space.ts';
import { createOutageLog } from '../db/outage-log.ts';
import type { ConnectionClasses } from '../db/pool/connection-classes.ts';
import type { Database } from '../db/pool/transaction.ts';
import { serverKey } from '../db/server-key.ts';
import { deleteMember } from '../features/account/delete-member.ts';
import { collectionFeatures } from '../features/collection-features.ts';
import { countStored } from '../features/count-stored.ts';
import { createCalls } from '../features/push/calls/calls.ts';
import { kindMails } from '../features/push/mail/mail-choice.ts';
import { MAIL_TOKEN_KEY } from '../features/push/mail/mail-token.ts';
import { createPush } from '../features/push/push.ts';
import type { PushMeter } from '../features/push/push-meter.ts';
import { createSharedCounters } from '../http/limits/counters.ts';
import type { RequestBudgets } from '../http/limits/request-budgets.ts';
import { chooseBus } from '../sync/bus/choose-bus.ts';
import { createEngine } from '../sync/create-engine.ts';
import { currentEpoch } from '../sync/epoch.ts';
import { createMemberStorage, endlessStorage, type StorageLimits } from '../sync/push/member-storage.ts';
import { createRareActs, endlessActs } from '../sync/rare-acts.ts';
import type { StreamTiming } from '../sync/streams/broadcaster.ts';
import { noMeter, type StreamMeter } from '../sync/streams/stream-meter.ts';
import { noticePlace } from './sending.ts';

export interface CoreDeps {
  readonly config: Config;
  readonly database: Database;
  readonly sql: Sql;
  /** for LISTEN; where `sql` goes through a pooler, this does not */
  readonly listener?: Sql;
  readonly connectionClasses: ConnectionClasses;
  /** whether writes have disk space */
  readonly disk: DiskSpace;
  /** how much a member may request in a minute */
  readonly budgets: RequestBudgets;
  readonly log: Logger;
  /** how often streams send something, where that differs from the default */
  readonly streamTiming: Partial<StreamTiming>;
  /** whether this process is a command beside a server, which must learn of everything that the command does */
  readonly besideServer?: boolean;
  /** measures what the streams send */
  readonly streamMeter?: StreamMeter;
  /** counts what becomes of messages to devices */
  readonly pushMeter?: PushMeter;
  /** called when a mail is given up */
  readonly onMailGivenUp?: () => void;
  /** PEM of certificates that push services may have, beside those that Node trusts */
  readonly pushTrusted?: readonly string[];
  /** what the server takes from its realm; the process's own by default */
  readonly realm?: ServerRealm;
}

/** Of what a member stores, texts take at most this: enough for years from somebody who writes a lot. */
const MOST_TEXT_MB = 200;
const MB = 1_000_000;
/** How much a member may store; null for no limit. */
export const memberBytes = ({ maxMemberMb: mb }: Config): StorageLimits | null =>
  mb === null ? null : { texts: Math.min(MOST_TEXT_MB, mb) * MB, all: mb * MB };

export type Core = Awaited<ReturnType<typeof createCore>>;

export async function createCore({
  config,
  database,
  sql,
  listener = sql,
  connectionClasses,
  disk,
  budgets,
  log: rawLog,
  streamTiming,
  besideServer = false,
  streamMeter = noMeter,
  pushMeter,
  onMailGivenUp = () => undefined,
  pushTrusted = [],
  realm = globalThis,
}: CoreDeps) {
  const outages = createOutageLog(rawLog, () => sql`select 1`, { realm });
  const { log } = outages;
  // Before the first job is taken. A command leaves that to the server, which knows more: the files of the embedded Postgres.
  if (!besideServer) {
    await currentEpoch(database, log);
    await noticePlace(database, config.publicUrl, rawLog);
  }
  const delivery = config.smtpUrl ? smtpDelivery(config.smtpUrl, config.mailFrom) : mailboxDelivery(sql);
  const { counters, within } = await createSharedCounters(database);
  const mailKey = serverKey(database, MAIL_TOKEN_KEY);
  const mails = await createMailQueue({
    realm,
    listener,
    database,
    log,
    delivery,
    limits: createMailLimits(config.rateLimits ? within : null),
    publicUrl: config.publicUrl,
    proves: mailsProve(config),
    delivers: !besideServer,
    kindMails: kindMails(database, mailKey, config.publicUrl),
    onGivenUp: onMailGivenUp,
  });
  const { queueMail } = mails;
  // An outage of NATS says nothing about the database, so it goes to the log directly.
  const bus = await chooseBus(config, listener, database, config.natsUrl ? rawLog : log, besideServer, realm);
  const limits = {
    maxDirectFriends: config.maxDirectFriends,
    invitationsPerDay: INVITATIONS_PER_DAY,
    firstInvitations: FIRST_INVITATIONS,
  };
  const storageLimits = memberBytes(config);
  const storage = storageLimits ? createMemberStorage({ realm, limits: storageLimits, countStored }) : endlessStorage;
  const engine = createEngine({
    realm,
    database,
    connectionClasses,
    disk,
    budgets,
    storage,
    rareActs: config.rateLimits ? createRareActs(within) : endlessActs,
    features: collectionFeatures,
    limits,
    reports: { to: config.contactEmail, perDay: REPORTS_PER_DAY },
    queueMail,
    bus,
    log,
    readLiveSessions,
    timing: streamTiming,
    meter: streamMeter,
  });
  const accessTokens = await createAccessTokens(database, config.publicUrl, realm);
  const sessions = createSessions({
    realm,
    sql,
    liveness: connectionClasses.sessions,
    database,
    accessTokens,
    queueMail,
    onEnded: engine.closeSession,
  });
  const push = createPush({ realm, config, database, log: rawLog, meter: pushMeter, trusted: pushTrusted });
  // A command ends soon; the server beside it calls.
  const calls = besideServer
    ? null
    : createCalls({ realm, database, delivery: push.delivery, publicUrl: config.publicUrl, log, rests: true });
  return {
    /** the log, which also says when the database is out and back */
    log,
    queueMail,
    /** how mails leave, and the key of the tokens that end those which call members */
    delivery,
    mailKey,
    counters,
    limits,
    engine,
    accessTokens,
    sessions,
    push,
    deletion: createAccountDeletion({ engine, sessions, deleteMember }),
    /** Closes calls, pushes, mails and the log of outages. The engine must be closed before. */
    async close() {
      await calls?.close();
      await push.delivery.close();
      await mails.close();
      await outages.close();
    },
  };
}
