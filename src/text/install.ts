/** Texts for keeping the app on the home screen. */
export const installText = {
  install: 'Install',
  title: 'Keep Kith on your home screen',
  text: 'Opens at once and works without a signal.',
  iosTitle: 'Add Kith to your Home Screen',
  iosText: 'It then opens like any other app. The first time, you may have to log in again there.',
  tap: 'Tap',
  share: 'Share',
  inBar: 'in the browser bar',
  choose: 'Choose',
  addToHome: 'Add to Home Screen',
  open: 'Open Kith from its new icon',
} as const;
