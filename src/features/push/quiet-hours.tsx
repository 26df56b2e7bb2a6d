import { Moon } from 'lucide-react';
import { useState } from 'react';
import { settingKey } from '../../../schemas/profiles/setting-keys.ts';
import { type QuietHours, quietUntil, writeQuietHours } from '../../../schemas/push/quiet-hours.ts';
import { minutesOfDay } from '../../../schemas/push/wall-times.ts';
import { useStore } from '../../data/store/local-store.tsx';
import { writeSetting } from '../../data/store/write-setting.ts';
import { quietHoursText } from '../../text/quiet-hours.ts';
import { useClock } from '../../ui/behaviour/use-clock.ts';
import { Choice } from '../../ui/forms/choice.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { Item } from '../../ui/list.tsx';
import { Sheet } from '../../ui/overlays/sheet.tsx';
import { notify } from '../../ui/overlays/toast.ts';
import { useSheets } from '../../ui/overlays/use-sheets.ts';
import styles from './quiet-hours.module.css';
import { useQuietHours, zoneOfDevice } from './use-quiet-hours.ts';

const MINUTE_MS = 60_000;
const nextMinute = (now: number): number => now - (now % MINUTE_MS) + MINUTE_MS;

/** The night of a member who switches quiet hours on. */
const NIGHT = { from: '22:00', to: '07:00' } as const;

type Times = Readonly<Partial<Pick<QuietHours, 'from' | 'to'>>>;

/** A time of day as this browser writes times. */
const dayTime = (time: string): string =>
  new Intl.DateTimeFormat(undefined, { timeStyle: 'short', timeZone: 'UTC' }).format((minutesOfDay(time) ?? 0) * MINUTE_MS);

/** Whether it is quiet now, and until when; undefined if there are no quiet hours. By the server's clock. */
function useQuietNow(hours: QuietHours | null | undefined): string | undefined {
  const now = useClock((now) => (hours ? nextMinute(now) : undefined));
  const until = hours ? quietUntil(hours, new Date(now)) : null;
  if (until === null || !hours) return undefined;
  return quietHoursText.quietNow(new Intl.DateTimeFormat(undefined, { timeStyle: 'short', timeZone: hours.zone }).format(until));
}

/** A row of the settings for the hours in which nothing calls the member, and behind it the sheet in which they are chosen. */
export function QuietHoursRow() {
  const hours = useQuietHours();
  const quietNow = useQuietNow(hours);
  const { open, sheetOf } = useSheets<'quiet'>();
  const line = hours && (quietNow ?? quietHoursText.fromTo(dayTime(hours.from), dayTime(hours.to)));
  return (
    <>
      <Item plain lead={<Moon />} title={quietHoursText.title} line={line || quietHoursText.none} onPress={open('quiet')} />
      <Sheet {...sheetOf('quiet')} title={quietHoursText.title} text={quietHoursText.help}>
        <ChooseQuietHours hours={hours ?? null} quietNow={quietNow} />
      </Sheet>
    </>
  );
}

function ChooseQuietHours({ hours, quietNow }: { readonly hours: QuietHours | null; readonly quietNow: string | undefined }) {
  const store = useStore();
  // A press and what is typed show at once, before they are stored. Typed times may be no choice: one is empty, or both are the same.
  const [pressed, setPressed] = useState<boolean>();
  const [typed, setTyped] = useState<Times>({});
  const isOn = pressed ?? hours !== null;
  const shown = { ...(hours ?? NIGHT), ...typed };
  const set = async (value: string) => {
    try {
      await writeSetting(store, settingKey.quietHours, value);
    } catch {
      setPressed(undefined);
      setTyped({});
      notify.error(quietHoursText.failed);
    }
  };
  const choose = (times: Times) => {
    const next = { from: shown.from, to: shown.to, ...times };
    setTyped(next);
    const isWhole = minutesOfDay(next.from) !== null && minutesOfDay(next.to) !== null && next.from !== next.to;
    if (isWhole) void set(writeQuietHours({ ...next, zone: zoneOfDevice() }));
  };
  const press = (on: boolean) => {
    setPressed(on);
    if (on) return choose({});
    setTyped({});
    void set('off');
  };
  return (
    <div className="stack gap-4">
      <div className={styles.choice}>
        <Choice
          type="checkbox"
          name="quiet"
          checked={isOn}
          onChange={press}
          title={quietHoursText.title}
          line={<span role="status">{isOn ? (quietNow ?? quietHoursText.notQuiet) : quietHoursText.none}</span>}
        />
      </div>
      {isOn && (
        <>
          <div className="columns gap-4">
            <Field
              type="time"
              label={quietHoursText.from}
              value={shown.from}
              required
              onChange={({ target }) => choose({ from: target.value })}
            />
            <Field
              type="time"
              label={quietHoursText.to}
              value={shown.to}
              required
              error={shown.from === shown.to ? quietHoursText.equal : null}
              onChange={({ target }) => choose({ to: target.value })}
            />
          </div>
          <p className="small">{quietHoursText.zone(hours?.zone ?? zoneOfDevice())}</p>
        </>
      )}
    </div>
  );
}
