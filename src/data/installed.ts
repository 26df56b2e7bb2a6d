/** Whether the page is in the window of the installed app. */
export const isInstalled = (): boolean =>
  matchMedia('(display-mode: standalone)').matches || (navigator as { standalone?: boolean }).standalone === true;

/** Whether this is an iPhone or an iPad, where the app is installed by hand. An iPad says that it is a Mac. */
export const isAppleTouch = (): boolean =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) || (/Mac/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);

/** Whether this is a phone or a tablet, whose own settings say which apps may show notices. */
export const isHandheld = (): boolean => /Android/.test(navigator.userAgent) || isAppleTouch();
