/**
 * Which sheet this tab left for the identity provider, to come back to it. Kept in the session storage, which belongs to the tab. Apart
 * from all that shows presence, because the page that the provider returns to reads it at every sign-in.
 */
const FROM = 'kith-presence-from';

export const keepPresenceFrom = (sheet: string): void => sessionStorage.setItem(FROM, sheet);

/** The name of the sheet; null if this tab left in order to sign in. */
export const presenceFrom = (): string | null => sessionStorage.getItem(FROM);

export const forgetPresenceFrom = (): void => sessionStorage.removeItem(FROM);
