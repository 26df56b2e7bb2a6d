import { Pencil } from 'lucide-react';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { refusalWording } from '../../../schemas/wording/refusal-wording.ts';
import { useDraft } from '../../data/drafts/drafts.ts';
import { commonText } from '../../text/common.ts';
import { changeField, profileText } from '../../text/profiles.ts';
import { focusEnd } from '../../ui/behaviour/focus-end.ts';
import { classes } from '../../ui/classes.ts';
import { Button } from '../../ui/forms/button.tsx';
import { DraftRestored } from '../../ui/forms/draft-restored.tsx';
import { editKeys } from '../../ui/forms/edit-keys.ts';
import { Field, TextArea } from '../../ui/forms/field.tsx';
import { OtherDrafts } from '../outbox/other-drafts.tsx';
import { useWrite } from '../outbox/use-write.ts';
import styles from './in-place-field.module.css';
import { useReturningFocus } from './use-returning-focus.ts';
import { type ProfileField, profileFieldError, profileMaxima, writeProfileField } from './write-profile.ts';

/** Above this part of the maximum a field shows the remaining count. */
const COUNTED_FROM = 0.8;

export const profileDraftKey = (field: ProfileField): string => `profile-${field}`;

export interface InPlaceFieldProps {
  readonly field: ProfileField;
  /** the stored value */
  readonly value: string;
  readonly open: boolean;
  /** a text to start with instead of the stored value: one that the server refused */
  readonly begin?: string | undefined;
  readonly onOpen: () => void;
  /** called when an earlier draft was found */
  readonly onFound: () => void;
  readonly onClose: () => void;
  /** whether to show it large in the middle, as for the name; the others are rows */
  readonly large?: boolean | undefined;
}

/** A text of the member's own profile, edited in place. The typed text is kept as a draft until it is saved. Escape discards it. */
export function InPlaceField({ field, value, open, begin, onOpen, onFound, onClose, large }: InPlaceFieldProps) {
  const draft = useDraft<string>(profileDraftKey(field));
  const opener = useRef<HTMLButtonElement>(null);
  const label = profileText[field];

  // A found draft opens its field, so that the member need not look for it. One that is saved already is left from a page that ended
  // between saving it and discarding it: nothing was begun.
  const found = draft.restored && typeof draft.value === 'string';
  const { discard } = draft;
  const isSaved = found && draft.value === value;
  const seen = useRef(false);
  useEffect(() => {
    if (!found || seen.current) return;
    seen.current = true;
    // Discarding renders at once, which React does not allow within an effect.
    if (isSaved) queueMicrotask(() => void discard());
    else onFound();
  }, [found, isSaved, discard, onFound]);

  const close = useReturningFocus(opener, open, onClose);

  if (open && draft.value !== undefined) {
    return (
      <div className={styles.editing}>
        <Editing field={field} value={value} begin={begin} draft={draft} onClose={close} />
      </div>
    );
  }
  return (
    <button
      ref={opener}
      type="button"
      className={classes('row gap-3', styles.row, large && styles.large)}
      aria-label={changeField(label, value)}
      onClick={onOpen}
    >
      <span className={styles.words}>
        {!large && <span className={`meta ${styles.label}`}>{label}</span>}
        <span className={classes(styles.value, !value && styles.none)} dir="auto">
          {value || profileText.empty[field]}
        </span>
      </span>
      <Pencil />
    </button>
  );
}

function Editing({
  field,
  value,
  begin,
  draft,
  onClose,
}: Pick<InPlaceFieldProps, 'field' | 'value' | 'begin' | 'onClose'> & { readonly draft: ReturnType<typeof useDraft<string>> }) {
  const write = useWrite();
  const input = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const [error, setError] = useState<string | null>(null);
  const saving = useRef(false);
  const text = draft.value ?? begin ?? value;

  useEffect(() => focusEnd(input.current), []);

  const save = async () => {
    if (saving.current) return;
    const wrong = profileFieldError(field, text);
    setError(wrong);
    if (wrong) {
      input.current?.focus();
      return;
    }
    saving.current = true;
    const saved = await write(
      (store) => writeProfileField(store, field, text),
      profileText.failed,
      (code) => setError(refusalWording[code]),
    );
    if (saved) {
      onClose();
      await draft.discard();
    }
    saving.current = false;
  };
  const cancel = () => {
    onClose();
    void draft.discard();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save();
  };
  const shared = {
    ref: input,
    label: profileText[field],
    value: text,
    error,
    hint: remaining(text, profileMaxima[field]),
    maxLength: profileMaxima[field],
    dir: 'auto',
    autoComplete: field === 'name' ? 'name' : 'off',
    onKeyDown: editKeys({ save: () => void save(), cancel }),
  } as const;
  const type = (typed: string) => {
    setError(null);
    draft.save(typed);
  };
  return (
    <form noValidate onSubmit={submit}>
      {field === 'bio' ? (
        <TextArea {...shared} rows={3} onChange={(event) => type(event.target.value)} />
      ) : (
        <Field {...shared} onChange={(event) => type(event.target.value)} />
      )}
      <OtherDrafts others={draft.others} onActed={() => input.current?.focus()} />
      {draft.restored && <DraftRestored onDiscard={cancel} />}
      <div className={styles.actions}>
        <Button size="small" variant="soft" onClick={cancel}>
          {commonText.cancel}
        </Button>
        <Button size="small" variant="primary" type="submit">
          {commonText.save}
        </Button>
      </div>
    </form>
  );
}

/** The remaining count, once the text is near the maximum. */
function remaining(text: string, most: number): ReactNode {
  return text.length >= most * COUNTED_FROM ? commonText.remaining(most - text.length) : undefined;
}
