// A message for the sign-in page from a page that had to go, kept in session storage for one showing.
const KEY = 'authErrorMessage';

export const keepAuthError = (message: string): void => sessionStorage.setItem(KEY, message);
export const readAuthError = (): string | undefined => sessionStorage.getItem(KEY) ?? undefined;
export const forgetAuthError = (): void => sessionStorage.removeItem(KEY);
