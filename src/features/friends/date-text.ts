const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric' });

/** `14 May 2023`, as the reader's language writes it. */
export function dateText(timestamp: string): string {
  const time = Date.parse(timestamp);
  return Number.isNaN(time) ? 'Unknown time' : day.format(time);
}
