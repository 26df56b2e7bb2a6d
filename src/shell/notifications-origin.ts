// Where the bell was pressed: Escape on the notifications leads back there.
const KEY = 'notificationsOpenedFrom';

export const rememberOrigin = (path: string): void => sessionStorage.setItem(KEY, path);
export const recallOrigin = (): string => sessionStorage.getItem(KEY) ?? '/posts';
