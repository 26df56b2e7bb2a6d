import { providerRefusalWording, providerWording } from '../../../schemas/wording/provider-wording.ts';
import { HttpError } from '../../http/errors/http-error.ts';

/** Why a sign-in through the identity provider fails. Each call creates a new error, so that each has its own stack. */
export const providerErrors = {
  notConfigured: () => new HttpError(404, { code: 'PROVIDER_NOT_CONFIGURED', message: providerWording.UNAVAILABLE }),
  /** the provider cannot be reached, or is in trouble itself */
  unavailable: () => new HttpError(503, { code: 'PROVIDER_UNAVAILABLE', message: providerWording.UNAVAILABLE }),
  /** the provider does not accept this server as the client it claims to be */
  misconfigured: () => new HttpError(502, { code: 'PROVIDER_MISCONFIGURED', message: providerWording.MISCONFIGURED }),
  denied: () => new HttpError(403, { code: 'PROVIDER_DENIED', message: providerWording.DENIED }),
  /** What came back proves nobody. Only the log says which part was wrong. */
  failed: () => new HttpError(400, { code: 'PROVIDER_FAILED', message: providerWording.UNAVAILABLE }),
  /** A real person, but not the member who is to show that they are there; or they did not sign in there just now. */
  notYou: () => new HttpError(403, { code: 'PROVIDER_NOT_YOU', message: providerRefusalWording.NOT_YOU }),
  addressUnproved: () => new HttpError(403, { code: 'PROVIDER_ADDRESS_UNPROVED', message: providerRefusalWording.ADDRESS_UNPROVED }),
  addressHasAccount: () => new HttpError(409, { code: 'ADDRESS_HAS_ACCOUNT', message: providerRefusalWording.ADDRESS_HAS_ACCOUNT }),
} as const;
