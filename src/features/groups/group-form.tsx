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

/** What a form of a group holds until it is saved. */
export interface GroupDraft extends GroupText {
  /** friends to invite along with founding it */
  readonly invited: readonly string[];
}

export interface GroupFormProps {
  readonly groupId: string;
  readonly draftKey: string;
  readonly initial: GroupDraft;
  /** what stands now, where a group is edited: unchanged it is not saved */
  readonly standing?: GroupText | undefined;
  /** for those who may look, and change nothing */
  readonly readOnly?: boolean | undefined;
  readonly submitLabel: string;
  readonly failed: string;
  readonly onSubmit: (store: LocalStore, draft: GroupDraft) => Promise<Verdict>;
  /** it is saved; the form stays busy until this screen goes */
  readonly onSaved: () => void;
  /** stands between the fields and the buttons */
  readonly children?: (draft: GroupDraft, save: (draft: GroupDraft) => void) => ReactNode;
}

const same = (a: GroupText, b: GroupText) =>
  a.name.trim() === b.name.trim() && a.description.trim() === b.description.trim() && (a.emoji ?? null) === (b.emoji ?? null);

/** What is wrong with a name as it was typed; null where the group can have it. */
function nameError(name: string): string | null {
  if (isBlank(name)) return groupText.nameRequired;
  return isHiddenCharacters(groupNameSchema.safeParse(name).error) ? answerWording.HIDDEN_CHARACTERS : null;
}

/** Name, description and emoji of a group, kept as a draft of this very form until they are saved. */
export function GroupForm({ draftKey, ...form }: GroupFormProps) {
  const draft = useDraft<GroupDraft>(draftKey);
  // What is changed before the store has answered would take the place of what it has.
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
  // What was saved goes on being shown while this screen is on its way out.
  const kept = draft.value ?? sent ?? initial;
  // A draft of before knows of no emoji: the group keeps its own.
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
