/**
 * Talks to the identity provider: sends a visitor there and finds out who came back. The only file that uses the library behind it, apart
 * from a type in `bounded-fetch.ts`.
 *
 * A token counts only if a key of the issuer signed it for this client and for this flow (nonce, state and PKCE), and if it is in time. A
 * refusal does not say which of these was wrong. The log does, by its code. Tokens of the provider are not stored.
 */
import * as client from 'openid-client';
import type { Logger } from 'pino';
import type { ProviderConfig } from '../../base/config.ts';
import { describeError } from '../../base/log.ts';
import { isLoopbackUrl } from '../../base/loopback.ts';
import type { ServerRealm } from '../../base/server-realm.ts';
import { HttpError } from '../../http/errors/http-error.ts';
import { boundedFetch } from './bounded-fetch.ts';
import { providerErrors } from './provider-errors.ts';
import type { FlowSecrets } from './provider-flows.ts';

const TIMEOUT_SECONDS = 4;
/** How far the provider's clock may be ahead of ours. */
const CLOCK_SECONDS = 5 * 60;
/** How long the provider's metadata is cached, apart from its keys. */
const DISCOVERY_MS = 60 * 60 * 1000;
/** The standard does not allow a longer subject. */
const SUBJECT_MAX = 255;
const PICTURE_URL_MAX = 2000;

/** What the provider says about the person who has just signed in there. */
export interface ProviderPerson {
  readonly issuer: string;
  /** the provider's own id for the person, which never changes */
  readonly subject: string;
  readonly email: string | undefined;
  /** whether the provider confirms that the address is theirs */
  readonly emailVerified: boolean;
  /** possible names for the person, the best first */
  readonly names: readonly unknown[];
  readonly picture: string | undefined;
}

export interface IdentityProvider {
  /** what members call it */
  readonly name: string;
  /** where its tokens come from */
  readonly issuer: string;
  /** Returns the URL at which a browser signs in. `signInAnew`: even if the person is signed in there already. */
  begin(secrets: FlowSecrets, how?: { readonly signInAnew: boolean }): Promise<URL>;
  /**
   * Returns the person who came back with this query. `signedInSince`: they must have signed in there since, as far as the provider says.
   * @throws HttpError when the query proves nobody
   */
  finish(query: string, secrets: FlowSecrets, how?: { readonly signedInSince: Date }): Promise<ProviderPerson>;
}

/** Errors by which a provider rejects this client or its settings. */
const clientErrors = new Set([
  'invalid_client',
  'unauthorized_client',
  'invalid_scope',
  'redirect_uri_mismatch',
  'unsupported_response_type',
]);
const cancelled = new Set(['access_denied', 'user_cancelled']);
const outageErrors = new Set(['server_error', 'temporarily_unavailable']);
/** The request did not arrive, or the response is not one of a provider. */
const noResponseCodes = new Set(['OAUTH_TIMEOUT', 'OAUTH_ABORT', 'OAUTH_RESPONSE_IS_NOT_CONFORM', 'OAUTH_RESPONSE_IS_NOT_JSON']);

/** The error code with which the provider itself refuses. */
function providerErrorCode(error: unknown): string | undefined {
  return error instanceof client.AuthorizationResponseError || error instanceof client.ResponseBodyError ? error.error : undefined;
}

function isUnanswered(error: unknown): boolean {
  // `fetch` throws this when it reaches nobody.
  if (error instanceof TypeError) return true;
  return error instanceof client.ClientError && (error.code === undefined || noResponseCodes.has(error.code));
}

function toHttpError(error: unknown): HttpError {
  const said = providerErrorCode(error);
  if (said !== undefined && cancelled.has(said)) return providerErrors.denied();
  if (said !== undefined && clientErrors.has(said)) return providerErrors.misconfigured();
  if (error instanceof client.WWWAuthenticateChallengeError) return providerErrors.misconfigured();
  if ((said !== undefined && outageErrors.has(said)) || isUnanswered(error)) return providerErrors.unavailable();
  return providerErrors.failed();
}

/** The answer when discovery fails: the issuer is not reachable right now, or there is no issuer at that URL. */
function discoveryError(error: unknown): HttpError {
  const answered = error instanceof client.ClientError && error.cause instanceof Response ? error.cause.status : undefined;
  if (answered !== undefined && answered >= 400 && answered < 500) return providerErrors.misconfigured();
  return isUnanswered(error) ? providerErrors.unavailable() : providerErrors.misconfigured();
}

const text = (value: unknown, most: number): string | undefined =>
  typeof value === 'string' && value !== '' && value.length <= most ? value : undefined;

/** `claims` come from the id token, `more` from the userinfo endpoint. `now`: milliseconds since the epoch. */
function personOf(claims: client.IDToken, more: client.UserInfoResponse | undefined, now: number): ProviderPerson {
  const subject = text(claims.sub, SUBJECT_MAX);
  // Printable ASCII only: Postgres cannot store NUL.
  if (subject === undefined || !/^[\x20-\x7e]+$/.test(subject)) throw providerErrors.failed();
  // The library only checks that `iat` is there.
  if (claims.iat > now / 1000 + CLOCK_SECONDS) throw providerErrors.failed();
  // The address and whether it was verified must come from the same source.
  const address = claims.email === undefined && more ? more : claims;
  const all = [claims, ...(more ? [more] : [])];
  const named = (claim: string): unknown[] => all.map((source) => source[claim]);
  return {
    issuer: claims.iss,
    subject,
    email: text(address.email, 1000),
    emailVerified: address.email_verified === true,
    names: [
      ...named('name'),
      ...all.map(({ given_name: given, family_name: family }) => [given, family].filter((part) => typeof part === 'string').join(' ')),
      ...named('nickname'),
      ...named('preferred_username'),
    ],
    picture: text(claims.picture ?? more?.picture, PICTURE_URL_MAX),
  };
}

export function createIdentityProvider(deps: {
  readonly config: ProviderConfig;
  /** where the provider sends the browser back to; it has to be registered there */
  readonly redirectUri: string;
  readonly log: Logger;
  readonly realm?: ServerRealm;
}): IdentityProvider {
  const { config, redirectUri, log, realm = globalThis } = deps;
  const { issuer, clientId, clientSecret } = config;
  const isGoogle = new URL(issuer).hostname === 'accounts.google.com';
  let found: { readonly at: number; readonly configuration: Promise<client.Configuration> } | undefined;

  async function discover(): Promise<client.Configuration> {
    const configuration = await client.discovery(
      new URL(issuer),
      clientId,
      { client_secret: clientSecret },
      // Every provider has to accept `client_secret_basic`, unless its metadata names only other methods.
      (as, ...request) => {
        const methods = as.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
        const way = methods.includes('client_secret_basic') ? client.ClientSecretBasic : client.ClientSecretPost;
        return way(clientSecret)(as, ...request);
      },
      {
        timeout: TIMEOUT_SECONDS,
        [client.customFetch]: boundedFetch(realm),
        execute: isLoopbackUrl(issuer) ? [client.allowInsecureRequests] : [],
      },
    );
    configuration.timeout = TIMEOUT_SECONDS;
    // It is not enough that a token came from the provider itself: it must be signed.
    client.enableNonRepudiationChecks(configuration);
    return configuration;
  }

  /** Concurrent callers share one discovery request. A failed one is not cached, so the next caller tries again. */
  async function configuration(): Promise<client.Configuration> {
    if (found === undefined || realm.Date.now() - found.at > DISCOVERY_MS) {
      const asking = { at: realm.Date.now(), configuration: discover() };
      found = asking;
      asking.configuration.catch(() => {
        if (found === asking) found = undefined;
      });
    }
    try {
      return await found.configuration;
    } catch (error) {
      throw logAndReturn(error, discoveryError(error));
    }
  }

  function logAndReturn(error: unknown, answer: HttpError): HttpError {
    // Anybody can come back with a made-up query, and every visitor may cancel. Only faults of the provider or its settings are warnings.
    const level = answer.code === 'PROVIDER_MISCONFIGURED' || answer.code === 'PROVIDER_UNAVAILABLE' ? 'warn' : 'info';
    const { at: _, ...described } = describeError(error);
    const said = providerErrorCode(error)?.slice(0, 60);
    log[level](
      { issuer, answer: answer.code, error: described, ...(said === undefined ? {} : { said }) },
      'a sign-in through the identity provider failed',
    );
    return answer;
  }

  async function personBehind(
    known: client.Configuration,
    query: string,
    { state, nonce, verifier }: FlowSecrets,
    signedInSince: Date | undefined,
  ): Promise<ProviderPerson> {
    const callbackUrl = new URL(redirectUri);
    callbackUrl.search = query;
    const tokens = await client.authorizationCodeGrant(known, callbackUrl, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (!claims) throw providerErrors.failed();
    if (signedInSince && !signedInAfter(claims.auth_time, signedInSince)) throw providerErrors.notYou();
    const needsUserInfo = claims.email === undefined && known.serverMetadata().userinfo_endpoint !== undefined;
    const more = needsUserInfo ? await client.fetchUserInfo(known, tokens.access_token, claims.sub) : undefined;
    return personOf(claims, more, realm.Date.now());
  }

  /** A provider that is asked for `max_age` has to answer with the time of the sign-in. Google alone does not. */
  function signedInAfter(at: number | undefined, since: Date): boolean {
    return at === undefined ? isGoogle : at > since.getTime() / 1000 - CLOCK_SECONDS;
  }

  return {
    name: config.name,
    issuer,

    async begin({ state, nonce, verifier }, { signInAnew } = { signInAnew: false }) {
      const known = await configuration();
      const offline = known.serverMetadata().scopes_supported?.includes('offline_access') === true;
      return client.buildAuthorizationUrl(known, {
        redirect_uri: redirectUri,
        scope: ['openid', 'email', 'profile', ...(offline ? ['offline_access'] : [])].join(' '),
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        // Google knows no `login`. There a person can only be asked to choose their account again.
        prompt: signInAnew ? (isGoogle ? 'select_account' : 'login') : 'consent',
        ...(signInAnew ? { max_age: '0' } : {}),
        // How Google names `offline_access`.
        ...(isGoogle ? { access_type: 'offline' } : {}),
      });
    },

    async finish(query, secrets, how) {
      const known = await configuration();
      try {
        return await personBehind(known, query, secrets, how?.signedInSince);
      } catch (error) {
        throw logAndReturn(error, error instanceof HttpError ? error : toHttpError(error));
      }
    },
  };
}
