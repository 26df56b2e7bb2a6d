import { FingerprintPattern } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import type { Session } from '../../../../schemas/account/session-answer.ts';
import { isBlank } from '../../../../schemas/base/text.ts';
import { authText } from '../../../text/auth.ts';
import { keptSeatText } from '../../../text/kept-seat.ts';
import { Button } from '../../../ui/forms/button.tsx';
import { nameError, newPasswordError } from '../field-errors.ts';
import { NameField } from '../name-field.tsx';
import { NewPasswordField } from '../new-password-field.tsx';
import { passkeysWork } from '../passkeys-work.ts';
import { RequestForm } from '../request-form.tsx';
import { useRequest } from '../use-request.ts';
import { keepFace } from './chosen-face.ts';
import { FaceField } from './face-field.tsx';
import { joinByPasskey, joinByPassword } from './join.ts';
import styles from './take-seat-form.module.css';

export interface TakeSeatFormProps {
  readonly token: string;
  readonly secret: string;
  /** the address that the mail went to, which it proves */
  readonly email: string;
  readonly onNotMe: () => void;
  /** the address has an account by now */
  readonly onHasAccount: () => void;
  /** the link proves the address no more */
  readonly onSpent: () => void;
}

type Way = 'password' | 'passkey';

/**
 * Name, photo, and a password or a passkey, for a person who came by the mail of an invitation. One press makes the account: the mail has
 * proved the address, so there is no other mail. The mail may have been passed on, so the form names the address.
 */
export function TakeSeatForm({ token, secret, email, onNotMe, onHasAccount, onSpent }: TakeSeatFormProps) {
  const way = useRef<Way>('password');
  const [pressed, setPressed] = useState<Way>('password');
  const [withPasskey] = useState(passkeysWork);
  const [face, setFace] = useState<ArrayBuffer>();
  const { values, busy, field, ...form } = useRequest({
    start: { name: '', password: '' },
    check: ({ name, password }) => ({ name: nameError(name), ...(way.current === 'password' && { password: newPasswordError(password) }) }),
    send: ({ name, password }) => {
      const newcomer = { token, secret, name: name.trim() };
      const onSession = ({ user }: Session) => face && keepFace(user.id, face);
      return way.current === 'password' ? joinByPassword(newcomer, password, onSession) : joinByPasskey(newcomer, onSession);
    },
    onFailed({ code }) {
      if (code === 'LINK_USED') onHasAccount();
      else if (code.startsWith('LINK_')) onSpent();
      else return false;
      return true;
    },
  });
  /** The button says which way; the Enter key presses the first. */
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const { submitter } = event.nativeEvent as SubmitEvent;
    way.current = submitter?.getAttribute('value') === 'passkey' ? 'passkey' : 'password';
    setPressed(way.current);
    form.submit(event);
  };
  const busyWith = (one: Way) => busy && pressed === one;
  const nameless = isBlank(values.name);
  return (
    <RequestForm form={{ ...form, submit }}>
      <div className={styles.address}>
        <p className="small">{keptSeatText.joinAs}</p>
        <b className={styles.email}>{email}</b>
        <Button variant="quiet" size="small" onClick={onNotMe}>
          {keptSeatText.notYou}
        </Button>
      </div>
      {/* for password managers */}
      <input hidden readOnly type="email" name="email" autoComplete="username" value={email} />
      <NameField {...field('name')} />
      <FaceField name={values.name} face={face} onFace={setFace} />
      <NewPasswordField label={authText.password} {...field('password')} />
      <Button type="submit" value="password" variant="primary" wide busy={busyWith('password')} disabled={nameless || !values.password}>
        {busyWith('password') ? keptSeatText.takingSeat : keptSeatText.takeSeat}
      </Button>
      {withPasskey && (
        <Button type="submit" value="passkey" wide icon={<FingerprintPattern />} busy={busyWith('passkey')} disabled={nameless}>
          {keptSeatText.byPasskey}
        </Button>
      )}
    </RequestForm>
  );
}
