import { useMemo, useState } from 'react';
import { settingKey } from '../../../schemas/profiles/setting-keys.ts';
import { type CallSwitch, callSwitchDefault } from '../../../schemas/push/call-switches.ts';
import { useLiveQuery, useStore } from '../../data/store/local-store.tsx';
import { writeSetting } from '../../data/store/write-setting.ts';
import { profileText } from '../../text/profiles.ts';
import { callSwitchText, pushText } from '../../text/push.ts';
import { Disclosure } from '../../ui/disclosure.tsx';
import { Choice } from '../../ui/forms/choice.tsx';
import { notify } from '../../ui/overlays/toast.ts';
import styles from './push.module.css';

const usual: readonly CallSwitch[] = ['messages', 'comments', 'posts'];
const folded: readonly CallSwitch[] = ['reactions', 'friends'];

/** What the member is called about, on all of their devices: three switches, and the rest folded. */
export function CallChoices() {
  const store = useStore();
  const { rows } = useLiveQuery(({ collections }) => collections.settings.find({ selector: { key: { $in: keys } } }), []);
  const stored = useMemo(() => new Map(rows?.map(({ key, value }) => [key, value])), [rows]);
  // A press shows at once, before it is stored.
  const [chosen, setChosen] = useState<Readonly<Partial<Record<CallSwitch, boolean>>>>({});
  const set = async (what: CallSwitch, on: boolean) => {
    setChosen((before) => ({ ...before, [what]: on }));
    try {
      await writeSetting(store, settingKey.call(what), on ? 'on' : 'off');
    } catch (error) {
      console.warn('A choice about notices could not be stored', error);
      notify.error(profileText.notificationsFailed);
    }
    // From now on the store answers, also for what another device changes.
    setChosen(({ [what]: _, ...others }) => others);
  };
  const choice = (what: CallSwitch) => (
    <Choice
      key={what}
      type="checkbox"
      name={what}
      checked={chosen[what] ?? (stored.get(settingKey.call(what)) ?? callSwitchDefault[what]) === 'on'}
      onChange={(on) => void set(what, on)}
      title={callSwitchText[what]}
    />
  );
  return (
    <fieldset className={`card ${styles.choices}`}>
      <legend className="visually-hidden">{pushText.about}</legend>
      {usual.map(choice)}
      <Disclosure title={pushText.more}>{folded.map(choice)}</Disclosure>
    </fieldset>
  );
}

const keys = [...usual, ...folded].map(settingKey.call);
