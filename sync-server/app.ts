/**
 * Puts the server together: accounts, sync, features and the built app behind one set of headers, one guard and one form of answer.
 * Everything under /api needs a live session, except health, readiness, accounts, invitation tokens, error reports and the API document.
 */
import { join } from 'node:path';
import { Hono } from 'hono';
import { dropTracesOfDeletedMembers } from './accounts/account-deletion.ts';
import { accountRoutes } from './accounts/account-routes.ts';
import { dropOldMails, forgetEndedSessions, forgetSpentTokens, removeOldSignUps, takeSpentLinksOut } from './accounts/account-upkeep.ts';
import { type AccountsDeps, createAccounts } from './accounts/accounts.ts';
import { deletionRoutes } from './accounts/deletion-routes.ts';
import { createJoining } from './accounts/joining/joining.ts';
import { mailsProve } from './accounts/mail/mail-delivery.ts';
import type { MailTemplate } from './accounts/mail/mail-templates.ts';
import { emptyMailbox, mailboxIsShown, mailboxPage } from './accounts/mail/mailbox-page.ts';
import { createIdentityProvider } from './accounts/provider/identity-provider.ts';
import { createProviderAccounts } from './accounts/provider/provider-accounts.ts';
import { createProviderFlows, forgetProviderFlows } from './accounts/provider/provider-flows.ts';
import { providerPictureRoutes } from './accounts/provider/provider-picture-routes.ts';
import { createProviderPictures } from './accounts/provider/provider-pictures.ts';
import { createSealedSecrets } from './accounts/secrets/sealed-secrets.ts';
import { createSecurityLog, logRefusedActs } from './accounts/security-log.ts';
import { forgetDeletedSessions } from './accounts/sessions/deleted-sessions.ts';
import { createKnownDevices } from './accounts/sessions/known-devices.ts';
import { createRequirePresence } from './accounts/sessions/presence.ts';
import { createSessionCookie } from './accounts/sessions/session-cookie.ts';
import { createSignInSteps, forgetSignInSteps } from './accounts/sessions/sign-in-steps.ts';
import { createAddressChange, forgetAddressChanges } from './accounts/sign-up/address-change.ts';
import { forgetInvitationSecrets } from './accounts/sign-up/invitation-secrets.ts';
import { createSignUpGate, forgetInvitedSignUps } from './accounts/sign-up/sign-up-gate.ts';
import { createSignUpNonce } from './accounts/sign-up/sign-up-nonce.ts';
import { createGuessing } from './accounts/ways-in/guessing.ts';
import { createPasskeys } from './accounts/ways-in/passkeys.ts';
import { createPresentPasswords } from './accounts/ways-in/present-passwords.ts';
import { createSecondFactor } from './accounts/ways-in/second-factor.ts';
import { isLoopbackUrl } from './base/loopback.ts';
import { packageRoot } from './base/version.ts';
import { type CoreDeps, createCore, memberBytes } from './core/core.ts';
import { startUpkeep } from './core/upkeep.ts';
import { type DiskSpace, diskSpaceByErrors } from './db/embedded/disk-space.ts';
import type { DatabaseTarget } from './db/pool/connect.ts';
import { type ConnectionClasses, singlePool } from './db/pool/connection-classes.ts';
import { inTime, SILENT_MS } from './db/pool/in-time.ts';
import { serverKey } from './db/server-key.ts';
import { documentRoutes } from './docs/document-routes.ts';
import { docsStyle } from './docs/pages.ts';
import { exportRoutes } from './features/account/export/export-routes.ts';
import { storageRoutes } from './features/account/storage/storage-routes.ts';
import { contactRoutes } from './features/contact/contact-routes.ts';
import { addressMoved } from './features/friends/address-moved.ts';
import { attachInvitations } from './features/friends/invitations/attach-invitations.ts';
import { invitationTokenRoutes } from './features/friends/invitations/invitation-token-routes.ts';
import {
  admitByLink,
  forgetInviteLinks,
  inviteMakerAfterSignUp,
  isLinked,
  rememberInviteLink,
} from './features/friends/invitations/invite-links.ts';
import { refreshAllSeats } from './features/friends/seats.ts';
import { forgetUploads } from './features/images/image-uploads.ts';
import { expireNotifications } from './features/notifications/expire-notifications.ts';
import { storeProfilePicture } from './features/profiles/store-profile-picture.ts';
import { updateProfile } from './features/profiles/update-profile.ts';
import { createCallMails } from './features/push/mail/call-mails.ts';
import { mailChoicePage, mailChoiceRoutes } from './features/push/mail/mail-choice-routes.ts';
import { pushRoutes as webPushRoutes } from './features/push/push-routes.ts';
import { realtimeRoutes } from './features/realtime/realtime-routes.ts';
import { featureRoutes } from './features/routes.ts';
import type { AppEnv } from './http/app-env.ts';
import { requireSession, requireToken } from './http/auth-guard.ts';
import { errorReportRoutes } from './http/error-reports.ts';
import { diskFull } from './http/errors/disk-full.ts';
import { errorHandler, notFoundHandler } from './http/errors/errors.ts';
import { identifyClient } from './http/headers/client-address.ts';
import { ownRequests } from './http/headers/own-requests.ts';
import { requireSameOrigin } from './http/headers/require-same-origin.ts';
import { securityHeaders } from './http/headers/security-headers.ts';
import { forgetOldCounts } from './http/limits/counters.ts';
import { createDrain } from './http/limits/drain.ts';
import { memberTurns } from './http/limits/member-turns.ts';
import { createRateLimits } from './http/limits/rate-limits.ts';
import { createRequestBudgets, type RequestBudgets } from './http/limits/request-budgets.ts';
import { requestLog } from './http/request-log.ts';
import { requireKnownPath } from './http/require-known-path.ts';
import { shareTarget } from './http/share-target.ts';
import { readIndexHtml, staticFiles } from './http/static-files.ts';
import { noBackups, scheduleBackups } from './operations/backup/scheduled-backups.ts';
import { healthRoutes } from './operations/metrics/health-routes.ts';
import { createMetrics } from './operations/metrics/metrics.ts';
import { metricsRoutes } from './operations/metrics/metrics-routes.ts';
import { readyRoutes } from './operations/metrics/ready-routes.ts';
import { createStateReader } from './operations/metrics/server-state.ts';
import { deriveWritesWith } from './rest/repeatable.ts';
import { subscriptionTimeout } from './sync/channels/channel-hub.ts';
import { lockAddress } from './sync/member-locks.ts';
import { dropOldRemovals } from './sync/pull/old-removals.ts';
import { forgetOldWrites } from './sync/push/applied-writes.ts';
import { pushRoutes, syncRoutes } from './sync/routes.ts';
import { defaultTiming, type StreamTiming } from './sync/streams/broadcaster.ts';

export interface AppDeps extends Omit<CoreDeps, 'connectionClasses' | 'disk' | 'budgets' | 'streamTiming'> {
  /** all classes on `database` by default */
  readonly connectionClasses?: ConnectionClasses;
  /** whether writes have disk space; judged by the database's errors by default */
  readonly disk?: DiskSpace;
  /** how much a member may request in a minute; by default what the configuration says */
  readonly budgets?: RequestBudgets;
  /** where backups are read from; without it none are written, whatever the configuration says */
  readonly backupTarget?: DatabaseTarget;
  /** where the built app is; the repository's own `dist/client` by default */
  readonly clientDir?: string;
  /** how often streams send something, where that differs from the default */
  readonly streamTiming?: Partial<StreamTiming>;
}

/** Where the built app is. */
export const builtClient = (): string => join(packageRoot(), 'dist', 'client');

export async function createApp({
  config,
  database,
  sql,
  listener = sql,
  connectionClasses = singlePool(database),
  realm = globalThis,
  disk = diskSpaceByErrors(realm),
  budgets = createRequestBudgets(config.rateLimits, realm),
  log: rawLog,
  backupTarget,
  clientDir = builtClient(),
  streamTiming = {},
  pushTrusted = [],
}: AppDeps) {
  const metrics = createMetrics(realm);
  const core = await createCore({
    realm,
    config,
    database,
    sql,
    listener,
    connectionClasses,
    disk,
    budgets,
    log: rawLog,
    streamTiming,
    streamMeter: metrics.streamMeter,
    pushMeter: metrics.pushMeter,
    onMailGivenUp: () => metrics.jobFailed('mail'),
    pushTrusted,
  });
  const { log, queueMail, counters, limits, engine, accessTokens, sessions } = core;
  const limited = config.rateLimits ? counters : null;

  await engine.notifyWaiting();

  const upkeep = startUpkeep(
    database,
    {
      notifications: () => expireNotifications(engine),
      seats: () => refreshAllSeats(engine),
      'applied writes': () => forgetOldWrites(database),
      'removals in the log': () => dropOldRemovals(database),
      'old sign-ups': () => removeOldSignUps(database),
      'ended sessions': () => forgetEndedSessions(database),
      'spent links in mails': () => takeSpentLinksOut(database),
      'spent links': () => forgetSpentTokens(database),
      'links to new addresses': () => forgetAddressChanges(database),
      'sign-ups by invitation': () => forgetInvitedSignUps(database),
      'secrets in invitations': () => forgetInvitationSecrets(database),
      'links that invite': () => forgetInviteLinks(database),
      'steps of signing in': () => forgetSignInSteps(database),
      'ways through the provider': () => forgetProviderFlows(database),
      'delivered mails': () => dropOldMails(database),
      'sessions of deleted accounts': () => forgetDeletedSessions(database),
      'what nobody reads': () => dropTracesOfDeletedMembers(database),
      'parts of images': () => forgetUploads(database),
      'old counts': () => forgetOldCounts(database, realm),
    },
    log,
    { onFailed: () => metrics.jobFailed('upkeep'), realm },
  );

  // Without a mail server nobody would get them, and they would drive links that the operator hands out from the mailbox.
  const callMails = core.delivery.leaves
    ? createCallMails({ realm, database, delivery: core.delivery, publicUrl: config.publicUrl, key: core.mailKey, log })
    : null;
  callMails?.start();

  /** Sends the operator a mail, if there is an address for that. */
  async function mailOperator(template: MailTemplate, data: Readonly<Record<string, string>>): Promise<void> {
    const to = config.contactEmail;
    if (to !== null) await database.write((tx) => queueMail(tx, { to, template, data }));
  }
  const backups =
    config.backupDir !== null && backupTarget !== undefined
      ? scheduleBackups({
          directory: config.backupDir,
          minuteOfDay: config.backupMinute,
          passphrase: config.backupPassphrase,
          target: backupTarget,
          database,
          log,
          mailFailure: (reason) => mailOperator('backup-failed', { reason }),
        })
      : noBackups;

  const signUpGate = createSignUpGate(database, config.signUp, { remember: rememberInviteLink, hasOpenLink: isLinked, admit: admitByLink });
  /** Runs in the transaction that makes an account: checks that it may come in, then attaches what waits for it. */
  const admit: AccountsDeps['admit'] = async (context, newcomer) => {
    await signUpGate.confirm(context.tx, newcomer);
    await attachInvitations(context, newcomer.userId, newcomer.email);
    await inviteMakerAfterSignUp(context, newcomer);
  };
  // A new account consists only of writes. Members who have one can still sign in and stay signed in, on the reserved disk space.
  const refuseNew = () => {
    if (disk.isFull()) throw diskFull();
  };
  const accounts = createAccounts({
    realm,
    engine,
    database,
    sessions,
    queueMail,
    admit,
    rename: (context, name) => updateProfile(context, { id: context.actor.userId, name }),
  });
  const passkeys = createPasskeys({ realm, database, queueMail, publicUrl: config.publicUrl, issuer: config.provider?.issuer ?? null });
  const joining = createJoining({
    engine,
    database,
    passkeys,
    admit,
    proves: mailsProve(config),
    trustsMailbox: isLoopbackUrl(config.publicUrl),
  });
  const provider = config.provider && {
    provider: createIdentityProvider({ realm, config: config.provider, redirectUri: `${config.publicUrl}/google-auth/callback`, log }),
    flows: createProviderFlows(database, config.publicUrl),
    accounts: createProviderAccounts({ engine, database, signUpGate, refuseNew, admit }),
    pictures: createProviderPictures({
      database,
      log,
      issuer: config.provider.issuer,
      source: {
        realm,
        hosts: config.provider.pictureHosts,
        loopback: isLoopbackUrl(config.provider.issuer) && isLoopbackUrl(config.publicUrl) ? config.provider.issuer : null,
      },
      storeProfileImage: (userId, bytes, inPlaceOf) => storeProfilePicture(engine, userId, bytes, inPlaceOf),
    }),
  };
  const rateLimits = createRateLimits(limited);
  const cookie = createSessionCookie(config.publicUrl);
  const securityLog = createSecurityLog(log);
  const knownDevices = createKnownDevices(database, config.publicUrl, counters);
  const sameOrigin = requireSameOrigin(config.publicUrl);
  const guard = requireSession((token) => inTime(sessions.authenticate(token), SILENT_MS, { realm }));
  const { subscriptionMs } = { ...defaultTiming, ...streamTiming };
  /** A subscription that waits for its session ends with the answer of subscriptions. */
  const subscriptionGuard = requireSession((token) =>
    inTime(sessions.authenticate(token), subscriptionMs, { late: subscriptionTimeout, realm }),
  );
  const turns = memberTurns(config.rateLimits);
  const indexHtml = readIndexHtml(clientDir);
  const drain = createDrain();

  const guessing = createGuessing(limited, realm);
  const requirePresence = createRequirePresence(sessions, securityLog);

  const app = new Hono<AppEnv>({ strict: false });
  app.onError(errorHandler(log));
  app.notFound(notFoundHandler);
  app.use(requestLog(log, metrics.observeRequest, realm));
  app.use(identifyClient(config, log));
  app.use(drain.middleware);
  app.use(securityHeaders({ secure: config.publicUrl.startsWith('https:'), pages: [indexHtml, emptyMailbox, mailChoicePage], docsStyle }));

  app.use('/api/*', requireKnownPath(app));
  app.route('/api', healthRoutes({ sql, backups, realm }));
  app.route('/api', readyRoutes({ sql, disk, log }));
  app.route('/', documentRoutes({ publicUrl: config.publicUrl }));
  app.route(
    '/api/auth',
    accountRoutes({
      accounts,
      sessions,
      cookie,
      signUpNonce: createSignUpNonce(config.publicUrl),
      rateLimits,
      securityLog,
      guessing,
      presentPasswords: createPresentPasswords({ accounts, sessions, guessing, counters }),
      requirePresence,
      knownDevices,
      guard,
      sameOrigin,
      signUpGate,
      joining,
      addressChange: createAddressChange({ realm, engine, database, queueMail, lockNewAddress: lockAddress, addressMoved }),
      passkeys,
      secondFactor: createSecondFactor({ realm, database, queueMail, sealed: createSealedSecrets(database, config.secretsKey) }),
      steps: createSignInSteps(database, config.publicUrl),
      provider,
      refuseNew,
    }),
  );

  app.route('/api/auth', invitationTokenRoutes({ database, rateLimits, joining }));

  app.route('/api', mailChoiceRoutes({ engine, database, key: core.mailKey }));

  app.route('/api/misc', errorReportRoutes({ dsn: config.errorReportingDsn, rateLimits, sameOrigin, log }));

  const syncParts = { engine, budgets, sessionIsLive: sessions.isLive };
  app.on('POST', '/api/sync/push', requireToken(accessTokens.verify), turns);
  app.route('/api/sync', pushRoutes(syncParts));

  const logRefused = logRefusedActs(securityLog);
  const featureDeps = { engine, database, limits, rateLimits };
  app.route('/api', realtimeRoutes({ ...syncParts, ...featureDeps, guards: [subscriptionGuard, turns, logRefused] }));
  app.use('/api/*', guard, turns, logRefused, deriveWritesWith(await serverKey(database, 'writes')()));
  app.route('/api/sync', syncRoutes(syncParts));
  // Before the profiles: `me` in `/profiles/me/storage` is not a member's id.
  app.route('/api', storageRoutes({ database, maxBytes: memberBytes(config)?.all ?? null }));
  app.route('/api', featureRoutes(featureDeps));
  app.route('/api', deletionRoutes({ deletion: core.deletion, cookie, securityLog, knownDevices, requirePresence }));
  app.route(
    '/api',
    exportRoutes({
      database,
      rateLimits,
      log,
      requirePresence: (c) => requirePresence(c, 'export'),
      sessionIsLive: sessions.isLive,
      askEveryMs: streamTiming.beatMs,
    }),
  );
  app.route('/api/oauth', providerPictureRoutes({ pictures: provider?.pictures ?? null, rateLimits }));
  app.route('/api', webPushRoutes({ database, rateLimits, push: core.push }));
  app.route('/api', contactRoutes({ engine, to: config.contactEmail, rateLimits }));

  const isOwn = ownRequests(config.publicUrl);
  const readState = createStateReader({ realm, sql, database, connectionClasses, engine, push: core.push.delivery, backups, disk });
  app.route('/', metricsRoutes(metrics, readState, config.metricsToken, isOwn));
  app.route('/', mailboxPage(mailboxIsShown(config) ? sql : null, isOwn));
  app.route('/', shareTarget());
  app.route('/', staticFiles(clientDir, indexHtml));

  async function drainRequests(): Promise<void> {
    const idle = drain.begin();
    await engine.endStreams();
    await idle;
  }

  return {
    app,
    engine,
    sessions,
    startBackups: backups.start,
    /** Sends streams and new requests elsewhere. Resolves when no request runs any more. */
    drain: drainRequests,
    /**
     * Closes all parts in order. Requests come first, even those whose client has left, because they use all other parts. Nothing queries
     * the database after that.
     */
    async close() {
      await drainRequests();
      await provider?.pictures.close();
      await engine.close();
      await callMails?.close();
      await upkeep.close();
      await backups.close();
      await core.close();
    },
  };
}
