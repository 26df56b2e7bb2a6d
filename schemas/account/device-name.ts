/** Patterns for user agents. Specific browsers come before those that they imitate: the agent of Edge also says Chrome. */
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

/** `Firefox on Android`: the device as its user agent describes it, in words that people recognise. A user agent proves nothing. */
export function deviceName(agent: string): string {
  const browser = found(browsers, agent);
  const system = found(systems, agent);
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? 'Unknown device';
}

/** Whether the device is a phone or a tablet. */
export const isHandheld = (agent: string): boolean => /\b(?:iPhone|iPad|Android|Mobile)\b/.test(agent);
