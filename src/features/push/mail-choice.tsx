import { useState } from 'react';
import { settingId, settingKey } from '../../../schemas/profiles/setting-keys.ts';
import { type MailCalls, mailCallsChoices, mailCallsDefault } from '../../../schemas/push/mail-calls.ts';
import { useLiveDocument, useStore } from '../../data/store/local-store.tsx';
import { writeSetting } from '../../data/store/write-setting.ts';
import { profileText } from '../../text/profiles.ts';
import { mailCallsText, pushText } from '../../text/push.ts';
import { Disclosure } from '../../ui/disclosure.tsx';
import { Choice } from '../../ui/forms/choice.tsx';
import { notify } from '../../ui/overlays/toast.ts';
import styles from './push.module.css';

/** How often a mail may come where no device of the member can be called. */
export function MailChoice() {
  const store = useStore();
  const { row } = useLiveDocument('settings', settingId(store.userId, settingKey.mailCalls));
  const stored = mailCallsChoices.find((often) => often === row?.value) ?? mailCallsDefault;
  const [pressed, setPressed] = useState<MailCalls>();
  const chosen = pressed ?? stored;
  const set = async (often: MailCalls) => {
    setPressed(often);
    try {
      await writeSetting(store, settingKey.mailCalls, often);
    } catch (error) {
      console.warn('A choice about mails could not be stored', error);
      notify.error(profileText.notificationsFailed);
    }
    setPressed(undefined);
  };
  return (
    <div className={`card ${styles.choices}`}>
      <Disclosure title={pushText.mail} status={mailCallsText[chosen]}>
        <p className={`small ${styles.help}`}>{pushText.mailHelp}</p>
        <fieldset>
          <legend className="visually-hidden">{pushText.mail}</legend>
          {mailCallsChoices.map((often) => (
            <Choice
              key={often}
              type="radio"
              name="mail"
              checked={chosen === often}
              onChange={() => void set(often)}
              title={mailCallsText[often]}
            />
          ))}
        </fieldset>
      </Disclosure>
    </div>
  );
}
