/**
 * What the oracle expects of a field, mostly a plain value. Some values only the server can choose: a time of acceptance, the id of a
 * notification. Some may be older on a device than on the server: a name that came with another row.
 */
import { isDeepStrictEqual } from 'node:util';

/** A value that the server chooses. The first value seen within these bounds is the one that every device must see from then on. */
export class Chosen {
  readonly kind: 'time' | 'id';
  readonly from: number;
  readonly to: number;
  /** Values that are already in use. They tell a changed row from its previous version where nothing else differs. */
  readonly taken: Set<string> | undefined;
  value: string | undefined;

  constructor(kind: 'time' | 'id', from = 0, to = 0, taken?: Set<string>) {
    this.kind = kind;
    this.from = from;
    this.to = to;
    this.taken = taken;
  }

  fits(value: unknown): boolean {
    if (typeof value !== 'string') return false;
    if (this.value !== undefined) return value === this.value;
    if (this.kind === 'id') return /^[0-9a-f-]{36}$/.test(value) && !this.taken?.has(value);
    const at = Date.parse(value);
    return at >= this.from && at <= this.to;
  }
}

/** A member's name in another member's row: `now` is current, but a copy that was read earlier may still have one of `before`. */
export class Brought {
  readonly now: string;
  readonly before: readonly string[];

  constructor(now: string, before: readonly string[]) {
    this.now = now;
    this.before = before;
  }
}

export type Expected = string | number | boolean | null | readonly unknown[] | Chosen | Brought;
export type ExpectedRow = Readonly<Record<string, Expected>>;
export type SeenRow = Readonly<Record<string, unknown>>;

/** `sent`: it leaves the server at this moment. `held`: it has been on a device for a while. */
export type Seen = 'sent' | 'held';

function fits(expected: Expected, value: unknown, seen: Seen): boolean {
  if (expected instanceof Chosen) return expected.fits(value);
  if (expected instanceof Brought) return value === expected.now || (seen === 'held' && expected.before.includes(value as string));
  if (Array.isArray(expected)) return isDeepStrictEqual(expected, value);
  return expected === value;
}

/** The fields that are not as expected, and unexpected fields; empty where the row is right. */
export function differences(expected: ExpectedRow, row: SeenRow, seen: Seen, ignored: ReadonlySet<string>): string[] {
  const wrong: string[] = [];
  for (const [field, value] of Object.entries(expected)) {
    if (!fits(value, row[field], seen)) wrong.push(`${field} is ${JSON.stringify(row[field])}, not ${print(value)}`);
  }
  for (const field of Object.keys(row)) {
    if (!(field in expected) && !ignored.has(field)) wrong.push(`${field} is unheard of`);
  }
  return wrong;
}

/** Call this for a row that is right: it fixes the values that the server chose. */
export function settle(expected: ExpectedRow, row: SeenRow): void {
  for (const [field, value] of Object.entries(expected)) {
    if (!(value instanceof Chosen) || value.value !== undefined) continue;
    value.value = String(row[field]);
    value.taken?.add(value.value);
  }
}

export function print(value: Expected): string {
  if (value instanceof Chosen)
    return value.value ?? `a ${value.kind} of the server${value.kind === 'time' ? ` (${value.from}–${value.to})` : ''}`;
  if (value instanceof Brought) return JSON.stringify(value.now);
  return JSON.stringify(value);
}
