/**
 * The second factor: one-time codes of an authenticator app (TOTP, RFC 6238), and recovery codes for when the app is lost.
 *
 * It is active once a code has confirmed it. The code of a time step works once, and after it no code of an earlier step does. One step
 * before and one after the current step are accepted, because clocks differ.
 *
 * After `MAX_FAILURES` wrong codes for a member, no further code is checked for an hour, whatever address it comes from. Recovery codes
 * cannot be guessed and still work then, so nobody can lock a member out.
 */
import { Secret, TOTP } from 'otpauth';
import { deviceName } from '../../../schemas/account/device-name.ts';
import type { Realm } from '../../../schemas/base/realm.ts';
import type { Database, Tx } from '../../db/pool/transaction.ts';
import { accountErrors } from '../account-errors.ts';
import type { QueueMail } from '../mail/mail-queue.ts';
import type { SealedSecrets } from '../secrets/sealed-secrets.ts';
import { countRecoveryCodes, makeRecoveryCodes, spendRecoveryCode } from './recovery-codes.ts';

const MAX_FAILURES = 10;
const PAUSE_MINUTES = 60;
const PERIOD_SECONDS = 30;
/** steps before and after the current one */
const WINDOW = 1;
const SECRET_BYTES = 20;

/** The code an app shows, perhaps with a space in the middle. Anything else is read as a recovery code. */
const oneTimeCode = (text: string): string | null => {
  const digits = text.replaceAll(/\s/g, '');
  return /^\d{6}$/.test(digits) ? digits : null;
};

type Outcome = { readonly kind: 'right'; readonly recovery: boolean } | { readonly kind: 'refused'; readonly error: () => Error };

export interface SecondFactor {
  /** Whether signing in takes a code. */
  isOn(userId: string): Promise<boolean>;
  /** What the member sees of it. */
  state(userId: string): Promise<{ readonly on: boolean; readonly recovery_codes_left: number }>;
  /** Makes a new secret, which is active once `confirm` succeeds. It replaces one that was begun and not confirmed. */
  begin(userId: string): Promise<{ readonly secret: string; readonly uri: string }>;
  /** From here on signing in takes a code. Returns the recovery codes, which nobody can read again. */
  confirm(userId: string, code: string): Promise<readonly string[]>;
  /**
   * Uses up a one-time code or a recovery code. A wrong one is mailed to the owner, with the device that entered it: once in
   * `PAUSE_MINUTES`. `agent` is how the device describes itself.
   * @throws HttpError when it is not right
   */
  check(userId: string, code: string, agent: string): Promise<{ readonly recovery: boolean }>;
  /** Makes new recovery codes in place of the earlier ones. Call `check` first. */
  renewCodes(userId: string): Promise<readonly string[]>;
  /** Turns it off. Call `check` first. */
  turnOff(userId: string): Promise<void>;
}

export interface SecondFactorDeps {
  readonly database: Database;
  readonly sealed: SealedSecrets;
  readonly queueMail: QueueMail;
  readonly realm?: Realm;
}

interface Row {
  readonly secret: Buffer;
  readonly keyId: string;
  readonly confirmed: boolean;
  readonly lastStep: string;
  readonly limited: boolean;
  readonly waitSeconds: number;
}

const authenticator = (secret: Secret, label: string) =>
  new TOTP({ issuer: 'Kith', label, algorithm: 'SHA1', digits: 6, period: PERIOD_SECONDS, secret });

export function createSecondFactor({ database, sealed, queueMail, realm = globalThis }: SecondFactorDeps): SecondFactor {
  async function queueMailTo(tx: Tx, userId: string, template: Parameters<QueueMail>[1]['template'], data: Record<string, string> = {}) {
    const [user] = await tx<{ email: string }[]>`select email from users where id = ${userId}`;
    if (user) await queueMail(tx, { to: user.email, template, data });
  }

  /** Locks the row until commit, so that codes of one member are checked one at a time. */
  async function take(tx: Tx, userId: string): Promise<Row | undefined> {
    const [row] = await tx<Row[]>`
      select secret, key_id as "keyId", confirmed_at is not null as confirmed, last_step::text as "lastStep",
        failures >= ${MAX_FAILURES} and failed_at > now() - make_interval(mins => ${PAUSE_MINUTES}) as limited,
        greatest(1, ceil(extract(epoch from failed_at + make_interval(mins => ${PAUSE_MINUTES}) - now())))::int as "waitSeconds"
      from second_factors where user_id = ${userId} for update`;
    return row;
  }

  /** Anybody who enters a code has the password, or another first factor, already. The owner should know. */
  async function mailWrongCode(tx: Tx, userId: string, agent: string): Promise<void> {
    const { count } = await tx`
      update second_factors set warned_at = now()
      where user_id = ${userId} and coalesce(warned_at < now() - make_interval(mins => ${PAUSE_MINUTES}), true)`;
    if (count > 0) await queueMailTo(tx, userId, 'wrong-code', { device: deviceName(agent) });
  }

  async function fail(tx: Tx, userId: string, error: () => Error): Promise<Outcome> {
    // Wrong codes add up until an hour has passed without one.
    await tx`
      update second_factors set failed_at = now(),
        failures = case when failed_at > now() - make_interval(mins => ${PAUSE_MINUTES}) then least(failures + 1, 1000) else 1 end
      where user_id = ${userId}`;
    return { kind: 'refused', error };
  }

  async function checkOneTime(tx: Tx, userId: string, row: Row, code: string): Promise<Outcome> {
    if (row.limited) return { kind: 'refused', error: () => accountErrors.codeTooOften(row.waitSeconds) };
    const bytes = await sealed.open(userId, { keyId: row.keyId, sealed: row.secret });
    const timestamp = realm.Date.now();
    const totp = authenticator(new Secret({ buffer: Uint8Array.from(bytes).buffer }), '');
    const delta = totp.validate({ token: code, window: WINDOW, timestamp });
    if (delta === null) return fail(tx, userId, () => accountErrors.codeWrong('code'));
    const step = Math.floor(timestamp / 1000 / PERIOD_SECONDS) + delta;
    if (step <= Number(row.lastStep)) return fail(tx, userId, accountErrors.codeUsed);
    await tx`update second_factors set last_step = ${step}, failures = 0, failed_at = null where user_id = ${userId}`;
    return { kind: 'right', recovery: false };
  }

  async function checkRecovery(tx: Tx, userId: string, code: string): Promise<Outcome> {
    if (!(await spendRecoveryCode(tx, userId, code))) return { kind: 'refused', error: () => accountErrors.codeWrong('recovery') };
    await queueMailTo(tx, userId, 'recovery-code-used', { left: String(await countRecoveryCodes(tx, userId)) });
    return { kind: 'right', recovery: true };
  }

  return {
    async isOn(userId) {
      const rows = await database.ask((sql) => sql`select from second_factors where user_id = ${userId} and confirmed_at is not null`);
      return rows.count > 0;
    },

    state: (userId) =>
      database.read(async (tx) => {
        const rows = await tx`select from second_factors where user_id = ${userId} and confirmed_at is not null`;
        return { on: rows.count > 0, recovery_codes_left: await countRecoveryCodes(tx, userId) };
      }),

    async begin(userId) {
      const secret = new Secret({ size: SECRET_BYTES });
      const { keyId, sealed: kept } = await sealed.seal(userId, secret.bytes);
      const email = await database.write(async (tx) => {
        const [user] = await tx<{ email: string }[]>`select email from users where id = ${userId}`;
        const { count } = await tx`
          insert into second_factors (user_id, secret, key_id) values (${userId}, ${kept}, ${keyId})
          on conflict (user_id) do update set secret = excluded.secret, key_id = excluded.key_id, created_at = now()
          where second_factors.confirmed_at is null`;
        if (count === 0) throw accountErrors.secondFactorOn();
        return user?.email ?? '';
      });
      return { secret: secret.base32, uri: authenticator(secret, email).toString() };
    },

    async confirm(userId, code) {
      await sealed.ready();
      const confirmed = await database.write(async (tx): Promise<readonly string[] | (() => Error)> => {
        const row = await take(tx, userId);
        if (!row) return accountErrors.codeTooLate;
        if (row.confirmed) return accountErrors.secondFactorOn;
        const digits = oneTimeCode(code);
        if (digits === null) return () => accountErrors.codeWrong('code');
        const outcome = await checkOneTime(tx, userId, row, digits);
        if (outcome.kind === 'refused') return outcome.error;
        await tx`update second_factors set confirmed_at = now() where user_id = ${userId}`;
        await queueMailTo(tx, userId, 'second-factor-on');
        return makeRecoveryCodes(tx, userId);
      });
      // Thrown after the commit, so that the failure stays counted.
      if (typeof confirmed === 'function') throw confirmed();
      return confirmed;
    },

    async check(userId, code, agent) {
      await sealed.ready();
      const outcome = await database.write(async (tx): Promise<Outcome> => {
        const row = await take(tx, userId);
        if (!row?.confirmed) return { kind: 'refused', error: accountErrors.secondFactorOff };
        const digits = oneTimeCode(code);
        const checked = digits === null ? await checkRecovery(tx, userId, code) : await checkOneTime(tx, userId, row, digits);
        if (checked.kind === 'refused') await mailWrongCode(tx, userId, agent);
        return checked;
      });
      if (outcome.kind === 'refused') throw outcome.error();
      return { recovery: outcome.recovery };
    },

    renewCodes: (userId) =>
      database.write(async (tx) => {
        if (!(await take(tx, userId))?.confirmed) throw accountErrors.secondFactorOff();
        await queueMailTo(tx, userId, 'recovery-codes-made');
        return makeRecoveryCodes(tx, userId);
      }),

    turnOff: (userId) =>
      database.write(async (tx) => {
        const { count } = await tx`delete from second_factors where user_id = ${userId} and confirmed_at is not null`;
        if (count > 0) await queueMailTo(tx, userId, 'second-factor-off');
      }),
  };
}
