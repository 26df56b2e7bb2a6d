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
import { createAddressChange, forgetAddressChanges } from './accounts/address-change.ts';
import { forgetDeletedSessions } from './accounts/deleted-sessions.ts';
import { deletionRoutes } from './accounts/deletion-routes.ts';
import { createGuessing } from './accounts/guessing.ts';
import { createIdentityProvider } from './accounts/identity-provider.ts';
import { createKnownDevices } from './accounts/known-devices.ts';
import type { MailTemplate } from './accounts/mail-templates.ts';
import { emptyMailbox, mailboxIsShown, mailboxPage } from './accounts/mailbox-page.ts';
import { createPasskeys } from './accounts/passkeys.ts';
import { createProviderAccounts } from './accounts/provider-accounts.ts';
import { createProviderFlows, forgetProviderFlows } from './accounts/provider-flows.ts';
import { providerPictureRoutes } from './accounts/provider-picture-routes.ts';
import { createProviderPictures } from './accounts/provider-pictures.ts';
import { createSealedSecrets } from './accounts/sealed-secrets.ts';
import { createSecondFactor } from './accounts/second-factor.ts';
import { createSecurityLog } from './accounts/security-log.ts';
import { createSessionCookie } from './accounts/session-cookie.ts';
import { createSignInSteps, forgetSignInSteps } from './accounts/sign-in-steps.ts';
import { createSignUpGate, forgetInvitedSignUps } from './accounts/sign-up-gate.ts';
import { createSignUpNonce } from './accounts/sign-up-nonce.ts';
import { noBackups, scheduleBackups } from './backup/scheduled-backups.ts';
import { type CoreDeps, createCore } from './core.ts';
import type { DatabaseTarget } from './db/connect.ts';
import { type ConnectionClasses, singlePool } from './db/connection-classes.ts';
import { type DiskSpace, diskSpaceByErrors } from './db/disk-space.ts';
import { documentRoutes } from './docs/document-routes.ts';
import { emptyDocsPage } from './docs/html.ts';
import { exportRoutes } from './features/account/export/export-routes.ts';
import { contactRoutes } from './features/contact/contact-routes.ts';
import { addressMoved } from './features/friends/address-moved.ts';
import { attachInvitations } from './features/friends/attach-invitations.ts';
import { invitationTokenRoutes } from './features/friends/invitation-token-routes.ts';
import { forgetInviteLinks, inviteMakerAfterSignUp, isLinked, rememberInviteLink } from './features/friends/invite-links.ts';
import { forgetUnnamedImages } from './features/images/forget-unnamed-images.ts';
import { expireNotifications } from './features/notifications/expire-notifications.ts';
import { storeProfilePicture } from './features/profiles/store-profile-picture.ts';
import { realtimeRoutes } from './features/realtime/realtime-routes.ts';
import { featureRoutes } from './features/routes.ts';
import type { AppEnv } from './http/app-env.ts';
import { requireSession, requireToken } from './http/auth-guard.ts';
import { identifyClient } from './http/client-address.ts';
import { forgetOldCounts } from './http/counters.ts';
import { diskFull } from './http/disk-full.ts';
import { DOCTOR_HEADER, isDoctor } from './http/doctor-token.ts';
import { createDrain } from './http/drain.ts';
import { ok } from './http/envelope.ts';
import { errorReportRoutes } from './http/error-reports.ts';
import { errorHandler, notFoundHandler } from './http/errors.ts';
import { requireKnownPath } from './http/known-paths.ts';
import { isLoopbackUrl } from './http/loopback.ts';
import { memberTurns } from './http/member-turns.ts';
import { createRateLimits } from './http/rate-limits.ts';
import { createRequestBudgets, type RequestBudgets } from './http/request-budgets.ts';
import { requestLog } from './http/request-log.ts';
import { requireSameOrigin } from './http/same-origin.ts';
import { securityHeaders } from './http/security-headers.ts';
import { readIndexHtml, staticFiles } from './http/static-files.ts';
import { createMetrics } from './metrics/metrics.ts';
import { metricsRoutes } from './metrics/metrics-routes.ts';
import { readyRoutes } from './metrics/ready-routes.ts';
import { createStateReader } from './metrics/server-state.ts';
import { forgetOldWrites } from './sync/applied-writes.ts';
import type { StreamTiming } from './sync/broadcaster.ts';
import { lockAddress } from './sync/member-locks.ts';
import { dropOldRemovals } from './sync/old-removals.ts';
import { pushRoutes, syncRoutes } from './sync/routes.ts';
import { startUpkeep } from './upkeep.ts';
import { packageRoot } from './version.ts';

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
  disk = diskSpaceByErrors(),
  budgets = createRequestBudgets(config.rateLimits),
  log: rawLog,
  backupTarget,
  clientDir = builtClient(),
  streamTiming = {},
}: AppDeps) {
  const metrics = createMetrics();
  const core = await createCore({
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
    onMailGivenUp: () => metrics.jobFailed('mail'),
  });
  const { log, boss, queueMail, counters, limits, engine, accessTokens, sessions } = core;
  const limited = config.rateLimits ? counters : null;

  await engine.notifyWaiting();

  const upkeep = await startUpkeep(
    database,
    boss,
    {
      notifications: () => expireNotifications(engine),
      'applied writes': () => forgetOldWrites(database),
      'removals in the log': () => dropOldRemovals(database),
      'old sign-ups': () => removeOldSignUps(database),
      'ended sessions': () => forgetEndedSessions(database),
      'spent links in mails': () => takeSpentLinksOut(database),
      'spent links': () => forgetSpentTokens(database),
      'links to new addresses': () => forgetAddressChanges(database),
      'sign-ups by invitation': () => forgetInvitedSignUps(database),
      'links that invite': () => forgetInviteLinks(database),
      'steps of signing in': () => forgetSignInSteps(database),
      'ways through the provider': () => forgetProviderFlows(database),
      'delivered mails': () => dropOldMails(database),
      'sessions of deleted accounts': () => forgetDeletedSessions(database),
      'what nobody reads': () => dropTracesOfDeletedMembers(database),
      'images that nothing names': () => forgetUnnamedImages(database),
      'old counts': () => forgetOldCounts(database),
    },
    log,
    { onFailed: () => metrics.jobFailed('upkeep') },
  );

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

  const signUpGate = createSignUpGate(database, config.signUp, { remember: rememberInviteLink, hasOpenLink: isLinked });
  /** Runs in the transaction that makes an account: checks that it may come in, then attaches what waits for it. */
  const admitMember: AccountsDeps['attachInvitations'] = async (context, userId, email, inviteHash) => {
    await signUpGate.confirm(context.tx, userId, email);
    await attachInvitations(context, userId, email);
    await inviteMakerAfterSignUp(context, { userId, email, inviteHash });
  };
  // A new account consists only of writes. Members who have one can still sign in and stay signed in, on the reserved disk space.
  const refuseNew = () => {
    if (disk.isFull()) throw diskFull();
  };
  const accounts = createAccounts({ engine, database, sessions, queueMail, attachInvitations: admitMember });
  const provider = config.provider && {
    provider: createIdentityProvider({ config: config.provider, redirectUri: `${config.publicUrl}/google-auth/callback`, log }),
    flows: createProviderFlows(database, config.publicUrl),
    accounts: createProviderAccounts({ engine, database, signUpGate, refuseNew, attachInvitations: admitMember }),
    pictures: createProviderPictures({
      database,
      log,
      issuer: config.provider.issuer,
      source: { hosts: config.provider.pictureHosts, loopback: isLoopbackUrl(config.provider.issuer) && isLoopbackUrl(config.publicUrl) },
      storeProfileImage: (userId, bytes, inPlaceOf) => storeProfilePicture(engine, userId, bytes, inPlaceOf),
    }),
  };
  const rateLimits = createRateLimits(limited);
  const cookie = createSessionCookie(config.publicUrl);
  const securityLog = createSecurityLog(log);
  const knownDevices = createKnownDevices(database, config.publicUrl, counters);
  const guard = requireSession(sessions.authenticate);
  const turns = memberTurns(config.rateLimits);
  const indexHtml = readIndexHtml(clientDir);
  const drain = createDrain();

  const app = new Hono<AppEnv>({ strict: false });
  app.onError(errorHandler(log));
  app.notFound(notFoundHandler);
  app.use(requestLog(log, metrics.observeRequest));
  app.use(identifyClient(config, log));
  app.use(drain.middleware);
  app.use(securityHeaders({ secure: config.publicUrl.startsWith('https:'), pages: [indexHtml, emptyMailbox], docs: emptyDocsPage }));

  app.use('/api/*', requireKnownPath(app));
  // A server that cannot reach its database is not healthy, even if everything else still runs.
  app.get('/api/health', async (c) => {
    await sql`select 1`;
    const { address, named, forwarded } = c.get('client');
    const seen = (await isDoctor(sql, c.req.header(DOCTOR_HEADER))) ? { seen: { address, named, forwarded } } : {};
    return ok(c, { status: 'ok', backup: (await backups.status()).state, ...seen });
  });
  app.route('/api', readyRoutes({ sql, disk, log }));
  app.route('/', documentRoutes({ publicUrl: config.publicUrl }));
  app.on('POST', '/api/auth/sign-up', async (_c, next) => {
    refuseNew();
    return next();
  });
  app.route(
    '/api/auth',
    accountRoutes({
      accounts,
      sessions,
      cookie,
      signUpNonce: createSignUpNonce(config.publicUrl),
      rateLimits,
      securityLog,
      guessing: createGuessing(limited),
      knownDevices,
      guard,
      sameOrigin: requireSameOrigin(config.publicUrl),
      signUpGate,
      addressChange: createAddressChange({ engine, database, queueMail, lockNewAddress: lockAddress, addressMoved }),
      passkeys: createPasskeys({ database, queueMail, publicUrl: config.publicUrl, issuer: config.provider?.issuer ?? null }),
      secondFactor: createSecondFactor({ database, queueMail, sealed: createSealedSecrets(database, config.secretsKey) }),
      steps: createSignInSteps(database, config.publicUrl),
      provider,
    }),
  );

  app.route('/api/auth', invitationTokenRoutes({ database, rateLimits }));

  const errorReports = errorReportRoutes({ dsn: config.errorReportingDsn, rateLimits, log });
  app.use('/api/misc/errors', requireSameOrigin(config.publicUrl));
  app.route('/api/misc', errorReports);

  const syncParts = { engine, budgets, sessionIsLive: sessions.isLive };
  app.on('POST', '/api/sync/push', requireToken(accessTokens.verify), turns);
  app.route('/api/sync', pushRoutes(syncParts));

  app.use('/api/*', guard, turns);
  app.on('POST', ['/api/friends/invite', '/api/friends/invite-by-id/*', '/api/friends/invitations/take'], async (c, next) => {
    await rateLimits.count(c, 'invite', c.get('actor').userId);
    return next();
  });
  app.on('POST', '/api/friends/invite-links', async (c, next) => {
    await rateLimits.count(c, 'invite', c.get('actor').userId);
    return next();
  });
  app.on('POST', '/api/misc/contact', async (c, next) => {
    await rateLimits.count(c, 'contact', c.get('actor').userId);
    return next();
  });
  app.route('/api/sync', syncRoutes(syncParts));
  app.route('/api', realtimeRoutes({ ...syncParts, database, limits }));
  app.route('/api', featureRoutes({ engine, database, limits }));
  app.route('/api', deletionRoutes({ accounts, deletion: core.deletion, cookie, rateLimits, securityLog, knownDevices }));
  app.route('/api', exportRoutes({ database, rateLimits, log, sessionIsLive: sessions.isLive, askEveryMs: streamTiming.beatMs }));
  app.route('/api/oauth', providerPictureRoutes({ pictures: provider?.pictures ?? null, rateLimits }));
  app.route('/api', contactRoutes({ engine, to: config.contactEmail }));

  const readState = createStateReader({ sql, database, connectionClasses, engine, backups, disk });
  app.route('/', metricsRoutes(metrics, readState, config.metricsToken));
  app.route('/', mailboxPage(mailboxIsShown(config) ? sql : null));
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
      await upkeep.close();
      await backups.close();
      await core.close();
    },
  };
}
