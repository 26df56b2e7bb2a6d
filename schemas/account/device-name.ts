/** By what their user agents say, the more special before those that they pretend to be. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\/|\bEdgiOS\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bCriOS\/|\bChrome\/|\bHeadlessChrome\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
];
const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac(?:intosh| OS X)\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
];

const found = (table: readonly (readonly [RegExp, string])[], agent: string) => table.find(([pattern]) => pattern.test(agent))?.[1];

/** `Firefox on Android`: what a user agent says of a device, as far as anybody would recognise it. What it says is not proof. */
export function deviceName(agent: string): string {
  const browser = found(browsers, agent);
  const system = found(systems, agent);
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? 'Unknown device';
}

/** Whether it is held in a hand. */
export const isHandheld = (agent: string): boolean => /\b(?:iPhone|iPad|Android|Mobile)\b/.test(agent);
