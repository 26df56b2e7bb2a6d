// A message for the sign-in page from a page that had to close. Session storage keeps it until it is shown once.
const KEY = 'authErrorMessage';

export const keepAuthError = (message: string): void => sessionStorage.setItem(KEY, message);
export const readAuthError = (): string | undefined => sessionStorage.getItem(KEY) ?? undefined;
export const forgetAuthError = (): void => sessionStorage.removeItem(KEY);
