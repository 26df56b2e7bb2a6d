import { Plus, X } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { isBlank } from '../../../schemas/base/text.ts';
import { INTEREST_MAX } from '../../../schemas/profiles/profile-limits.ts';
import { refusalWording } from '../../../schemas/wording/refusal-wording.ts';
import { useStore } from '../../data/store/local-store.tsx';
import { commonText } from '../../text/common.ts';
import { interestRemovedText, profileText, removeInterestText } from '../../text/profiles.ts';
import { Button } from '../../ui/forms/button.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { notify } from '../../ui/overlays/toast.ts';
import { useWrite } from '../outbox/use-write.ts';
import styles from './own-interests.module.css';
import { useReturningFocus } from './use-returning-focus.ts';
import { addInterest, removeInterest, takesInterests } from './write-profile.ts';

/**
 * The signed-in member's interests, each with a button to remove it, which can be undone, and a field to add one. Enter adds and keeps the
 * field open for the next.
 */
export function OwnInterests({
  interests,
  open,
  onOpen,
  onClose,
}: {
  readonly interests: readonly string[];
  readonly open: boolean;
  readonly onOpen: () => void;
  readonly onClose: () => void;
}) {
  const write = useWrite();
  const heading = useId();
  const add = useRef<HTMLButtonElement>(null);
  const close = useReturningFocus(add, open, onClose);

  const remove = async (interest: string) => {
    const place = interests.indexOf(interest);
    const removed = await write((store) => removeInterest(store, interest), profileText.failed);
    // The pressed button no longer exists.
    add.current?.focus();
    if (!removed) return;
    const undo = () => void write((store) => addInterest(store, interest, place), profileText.failed);
    notify.info(interestRemovedText(interest), { action: { label: commonText.undo, onPress: undo } });
  };
  return (
    <div className={styles.interests}>
      <span id={heading} className={`meta ${styles.label}`}>
        {profileText.interests}
      </span>
      <ul className={`wrap ${styles.chips}`} aria-labelledby={heading}>
        {interests.map((interest) => (
          <li key={interest} className={styles.item}>
            <span className={styles.chip}>
              <bdi>{interest}</bdi>
              <button
                type="button"
                className={styles.remove}
                aria-label={removeInterestText(interest)}
                onClick={() => void remove(interest)}
              >
                <X />
              </button>
            </span>
          </li>
        ))}
        {!open && takesInterests(interests.length) && (
          <li className={styles.item}>
            <button ref={add} type="button" className={styles.add} aria-label={profileText.newInterest} onClick={onOpen}>
              <Plus />
              {profileText.addInterest}
            </button>
          </li>
        )}
      </ul>
      {!takesInterests(interests.length) && <p className="small">{profileText.interestsFull}</p>}
      {open && <NewInterest full={!takesInterests(interests.length)} onClose={close} />}
    </div>
  );
}

function NewInterest({ full, onClose }: { readonly full: boolean; readonly onClose: () => void }) {
  const store = useStore();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [error, setError] = useState<string | null>(null);
  useEffect(() => {
    if (full) onClose();
    else input.current?.focus();
  }, [full, onClose]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBlank(text)) {
      onClose();
      return;
    }
    try {
      const verdict = await addInterest(store, text);
      if (verdict.allowed) setText('');
      else setError(refusalWording[verdict.code]);
      input.current?.focus();
    } catch {
      setError(profileText.failed);
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.nativeEvent.isComposing) onClose();
  };
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <div className={styles.field}>
        <Field
          ref={input}
          label={profileText.newInterest}
          labelHidden
          value={text}
          error={error}
          maxLength={INTEREST_MAX}
          autoComplete="off"
          dir="auto"
          onKeyDown={onKeyDown}
          onChange={(event) => {
            setError(null);
            setText(event.target.value);
          }}
        />
      </div>
      <Button variant="primary" type="submit">
        {isBlank(text) ? commonText.done : profileText.addInterest}
      </Button>
    </form>
  );
}
