import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { Verdict } from '../../../schemas/base/refusal.ts';
import { isBlank, isHiddenCharacters } from '../../../schemas/base/text.ts';
import { type GroupText, group } from '../../../schemas/groups/group.ts';
import { GROUP_DESCRIPTION_MAX, GROUP_NAME_MAX } from '../../../schemas/groups/group-limits.ts';
import { answerWording } from '../../../schemas/wording/answer-wording.ts';
import { type Draft, useDraft } from '../../data/drafts/drafts.ts';
import type { LocalStore } from '../../data/store/local-store.tsx';
import { groupText } from '../../text/groups.ts';
import { Dock } from '../../ui/dock.tsx';
import { Button } from '../../ui/forms/button.tsx';
import { DraftRestored } from '../../ui/forms/draft-restored.tsx';
import { Field, TextArea } from '../../ui/forms/field.tsx';
import { OtherDrafts } from '../outbox/other-drafts.tsx';
import { useWrite } from '../outbox/use-write.ts';
import { GroupEmojiField } from './group-emoji-field.tsx';

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
  readonly submitLabel: string;
  readonly failed: string;
  readonly onSubmit: (store: LocalStore, draft: GroupDraft) => Promise<Verdict>;
  /** called after saving; the form stays busy until this screen closes */
  readonly onSaved: () => void;
  /** rendered between the fields and the buttons */
  readonly children?: (draft: GroupDraft, save: (draft: GroupDraft) => void) => ReactNode;
}

/** The error for a name as it was typed; null if the group can have it. */
function nameError(name: string): string | null {
  if (isBlank(name)) return groupText.nameRequired;
  return isHiddenCharacters(group.text.shape.name.safeParse(name).error) ? answerWording.HIDDEN_CHARACTERS : null;
}

/** Name, description and emoji of a group. They are kept as a draft of this form until they are saved. */
export function GroupForm({ draftKey, ...form }: GroupFormProps) {
  const draft = useDraft<GroupDraft>(draftKey);
  // An edit made before the store has answered would overwrite the stored draft.
  return draft.value === undefined ? <div aria-busy="true" /> : <Fields {...form} draft={draft} />;
}

type FieldsProps = Omit<GroupFormProps, 'draftKey'> & { readonly draft: Draft<GroupDraft> };

function Fields({ groupId, draft, initial, standing, submitLabel, failed, onSubmit, onSaved, children }: FieldsProps) {
  const write = useWrite();
  const [phase, setPhase] = useState<'open' | 'saving' | 'saved'>('open');
  const [error, setError] = useState<string | null>(null);
  const [sent, setSent] = useState<GroupDraft | null>(null);
  const busy = useRef(false);
  const nameField = useRef<HTMLInputElement>(null);
  // The saved content stays visible while this screen closes.
  const value = draft.value ?? sent ?? initial;
  const unchanged = standing !== undefined && group.sameText(standing, value);

  useEffect(() => {
    nameField.current?.focus({ preventScroll: true });
  }, []);

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
  /** How each field of the text is written. */
  const inputs: Record<keyof GroupText, ReactNode> = {
    name: (
      <Field
        ref={nameField}
        label={groupText.name}
        value={value.name}
        error={error}
        maxLength={GROUP_NAME_MAX}
        required
        autoComplete="off"
        dir="auto"
        onChange={(event) => type({ name: event.target.value })}
      />
    ),
    emoji: <GroupEmojiField group={{ id: groupId, name: value.name, emoji: value.emoji }} onChange={(emoji) => type({ emoji })} />,
    description: (
      <TextArea
        label={groupText.description}
        value={value.description ?? ''}
        placeholder={groupText.descriptionHint}
        maxLength={GROUP_DESCRIPTION_MAX}
        rows={3}
        dir="auto"
        onChange={(event) => type({ description: event.target.value })}
      />
    ),
  };
  return (
    <form className="stack gap-4" noValidate onSubmit={submit}>
      {inputs.name}
      {inputs.emoji}
      {inputs.description}
      <OtherDrafts others={draft.others} onActed={() => nameField.current?.focus()} />
      {draft.restored && <DraftRestored onDiscard={() => void draft.discard()} />}
      {children?.(value, (next) => draft.save(next))}
      <Dock>
        <Button variant="primary" type="submit" busy={saving} disabled={unchanged && !saving}>
          {saving ? groupText.saving : submitLabel}
        </Button>
      </Dock>
    </form>
  );
}
