import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { Verdict } from '../../../schemas/base/refusal.ts';
import { isBlank, isHiddenCharacters } from '../../../schemas/base/text.ts';
import { GROUP_DESCRIPTION_MAX, GROUP_NAME_MAX, groupNameSchema } from '../../../schemas/groups/group.ts';
import { answerWording } from '../../../schemas/wording/answer-wording.ts';
import { type Draft, useDraft } from '../../data/drafts.ts';
import type { LocalStore } from '../../data/local-store.tsx';
import { groupText } from '../../text/groups.ts';
import { Button } from '../../ui/button.tsx';
import { Dock } from '../../ui/dock.tsx';
import { DraftRestored } from '../../ui/draft-restored.tsx';
import { Field, TextArea } from '../../ui/field.tsx';
import { Note } from '../../ui/note.tsx';
import { OtherDrafts } from '../outbox/other-drafts.tsx';
import { useWrite } from '../outbox/use-write.ts';
import { GroupEmojiField } from './group-emoji-field.tsx';
import styles from './group-form.module.css';
import type { GroupText } from './write-group.ts';

/** The content of a group form until it is saved. */
export interface GroupDraft extends GroupText {
  /** friends to invite when the group is founded */
  readonly invited: readonly string[];
}

export interface GroupFormProps {
  readonly groupId: string;
  readonly draftKey: string;
  readonly initial: GroupDraft;
  /** the stored group when editing; unchanged input is not saved */
  readonly standing?: GroupText | undefined;
  /** for members who may look but not edit */
  readonly readOnly?: boolean | undefined;
  readonly submitLabel: string;
  readonly failed: string;
  readonly onSubmit: (store: LocalStore, draft: GroupDraft) => Promise<Verdict>;
  /** called after saving; the form stays busy until this screen closes */
  readonly onSaved: () => void;
  /** rendered between the fields and the buttons */
  readonly children?: (draft: GroupDraft, save: (draft: GroupDraft) => void) => ReactNode;
}

const same = (a: GroupText, b: GroupText) =>
  a.name.trim() === b.name.trim() && a.description.trim() === b.description.trim() && (a.emoji ?? null) === (b.emoji ?? null);

/** The error for a name as it was typed; null if the group can have it. */
function nameError(name: string): string | null {
  if (isBlank(name)) return groupText.nameRequired;
  return isHiddenCharacters(groupNameSchema.safeParse(name).error) ? answerWording.HIDDEN_CHARACTERS : null;
}

/** Name, description and emoji of a group. They are kept as a draft of this form until they are saved. */
export function GroupForm({ draftKey, ...form }: GroupFormProps) {
  const draft = useDraft<GroupDraft>(draftKey);
  // An edit made before the store has answered would overwrite the stored draft.
  return draft.value === undefined ? <div aria-busy="true" /> : <Fields {...form} draft={draft} />;
}

type FieldsProps = Omit<GroupFormProps, 'draftKey'> & { readonly draft: Draft<GroupDraft> };

function Fields({ groupId, draft, initial, standing, readOnly, submitLabel, failed, onSubmit, onSaved, children }: FieldsProps) {
  const write = useWrite();
  const [phase, setPhase] = useState<'open' | 'saving' | 'saved'>('open');
  const [error, setError] = useState<string | null>(null);
  const [sent, setSent] = useState<GroupDraft | null>(null);
  const busy = useRef(false);
  const nameField = useRef<HTMLInputElement>(null);
  // The saved content stays visible while this screen closes.
  const kept = draft.value ?? sent ?? initial;
  // An older draft has no emoji field: the group keeps its emoji.
  const value = kept.emoji === undefined ? { ...kept, emoji: initial.emoji ?? null } : kept;
  const unchanged = standing !== undefined && same(standing, value);

  useEffect(() => {
    if (!readOnly) nameField.current?.focus({ preventScroll: true });
  }, [readOnly]);

  const type = (patch: Partial<GroupDraft>) => {
    if (patch.name !== undefined) setError(null);
    draft.save({ ...value, ...patch });
  };
  const save = async () => {
    if (busy.current || phase === 'saved') return;
    const wrong = nameError(value.name);
    if (wrong) {
      setError(wrong);
      nameField.current?.focus();
      return;
    }
    busy.current = true;
    setPhase('saving');
    const saved = await write((store) => onSubmit(store, value), failed);
    if (saved) {
      setSent(value);
      await draft.discard();
      onSaved();
    }
    busy.current = false;
    setPhase(saved ? 'saved' : 'open');
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save();
  };

  const saving = phase !== 'open';
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      {readOnly && <Note kind="info">{groupText.ownerOnly}</Note>}
      <Field
        ref={nameField}
        label={groupText.name}
        value={value.name}
        error={error}
        maxLength={GROUP_NAME_MAX}
        readOnly={readOnly}
        required
        autoComplete="off"
        dir="auto"
        onChange={(event) => type({ name: event.target.value })}
      />
      <GroupEmojiField
        group={{ id: groupId, name: value.name, emoji: value.emoji ?? null }}
        readOnly={readOnly}
        onChange={(emoji) => type({ emoji })}
      />
      <TextArea
        label={groupText.description}
        value={value.description}
        placeholder={readOnly ? undefined : groupText.descriptionHint}
        maxLength={GROUP_DESCRIPTION_MAX}
        readOnly={readOnly}
        rows={3}
        dir="auto"
        onChange={(event) => type({ description: event.target.value })}
      />
      {!readOnly && <OtherDrafts others={draft.others} onActed={() => nameField.current?.focus()} />}
      {draft.restored && !readOnly && <DraftRestored onDiscard={() => void draft.discard()} />}
      {children?.(value, (next) => draft.save(next))}
      {!readOnly && (
        <Dock>
          <Button variant="primary" type="submit" busy={saving} disabled={unchanged && !saving}>
            {saving ? groupText.saving : submitLabel}
          </Button>
        </Dock>
      )}
    </form>
  );
}
