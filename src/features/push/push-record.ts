import { keptAfterSignOut } from '../../data/session/kept-after-sign-out.ts';

/** What this device keeps of the member's choice. Sign-out removes it, so it never belongs to another member. */
export interface PushRecord {
  readonly isOn: boolean;
  /** the address that the server has said it knows; null until then */
  readonly saved: string | null;
  /** whether the server must still learn that notices are off here */
  readonly owesRemoval: boolean;
}

const KEY = 'kith-push';
const ASKED = keptAfterSignOut.noticesDeclined;
const none: PushRecord = { isOn: false, saved: null, owesRemoval: false };

/** The record of this device. One that cannot be read counts as none. */
export function readPushRecord(): PushRecord {
  try {
    const { isOn, saved, owesRemoval } = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Record<keyof PushRecord, unknown>>;
    return { isOn: isOn === true, saved: typeof saved === 'string' ? saved : null, owesRemoval: owesRemoval === true };
  } catch {
    return none;
  }
}

/** Stores what has changed in the record. A record that says nothing is removed. */
export function writePushRecord(changed: Partial<PushRecord>): void {
  const record = { ...readPushRecord(), ...changed };
  if (record.isOn || record.owesRemoval) localStorage.setItem(KEY, JSON.stringify(record));
  else localStorage.removeItem(KEY);
}

/** Calls back after another tab has changed the record. */
export function onPushRecord(listener: () => void): () => void {
  const hear = ({ key }: StorageEvent) => key === KEY && listener();
  addEventListener('storage', hear);
  return () => removeEventListener('storage', hear);
}

/** Whether a member has said on this device that they want no notices here: then they are not asked again, also after signing in anew. */
export const wereNoticesDeclined = (): boolean => localStorage.getItem(ASKED) !== null;

export const declineNotices = (): void => localStorage.setItem(ASKED, '1');
