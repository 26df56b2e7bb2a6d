import { Search, UserRoundPlus } from 'lucide-react';
import { type ReactNode, type Ref, useState } from 'react';
import { refusalWording } from '../../../../schemas/wording/refusal-wording.ts';
import { audienceText } from '../../../text/audience.ts';
import { friendText } from '../../../text/friends.ts';
import { postText } from '../../../text/posts.ts';
import { Button } from '../../../ui/forms/button.tsx';
import { Choice } from '../../../ui/forms/choice.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { Avatar } from '../../../ui/people/avatar.tsx';
import { Note } from '../../../ui/states/note.tsx';
import { type Network, throughText } from '../../friends/network.ts';
import type { PersonOf } from '../../people/use-people.ts';
import styles from './people-picker.module.css';

/** Up to this many people fit at a glance. For more there is a search field. */
const GLANCE = 8;

interface Row {
  readonly id: string;
  readonly name: string;
  readonly line?: string;
}

/**
 * Chooses people from the member's network: direct friends first, then friends of friends. People chosen before it opened are at the top,
 * and nobody moves while choosing. Chosen people who left the network are listed separately, to be removed.
 */
export function PeoplePicker({
  chosen,
  network,
  personOf,
  ref,
  onChange,
  onInvite,
}: {
  readonly chosen: readonly string[];
  /** undefined until it is known; until then nobody is called out of reach */
  readonly network: Network | undefined;
  readonly personOf: PersonOf;
  /** takes the focus when choosing begins */
  readonly ref?: Ref<HTMLDivElement>;
  readonly onChange: (chosen: readonly string[]) => void;
  /** called to invite a friend if there is nobody to choose */
  readonly onInvite: () => void;
}) {
  const [onTop] = useState(() => new Set(chosen));
  const [search, setSearch] = useState('');
  // A removed person stays in the list, unchecked, until the form closes. So a mistake can be undone.
  const [removed, setRemoved] = useState<readonly string[]>([]);
  const isChosen = new Set(chosen);

  const row = (id: string, line?: string): Row => ({ id, name: personOf(id).name, ...(line === undefined ? {} : { line }) });
  const inOrder = (rows: readonly Row[]) =>
    [...rows].sort((a, b) => Number(onTop.has(b.id)) - Number(onTop.has(a.id)) || a.name.localeCompare(b.name));
  const direct = inOrder((network?.direct ?? []).map((id) => row(id)));
  const further = inOrder(
    (network?.further ?? []).map(({ id, through }) => row(id, throughText(through.map((friend) => personOf(friend).name)))),
  );
  const reachable = new Set([...direct, ...further].map(({ id }) => id));
  const lost = network
    ? [...new Set([...chosen, ...removed])].filter((id) => !reachable.has(id)).map((id) => row(id, postText.notReachable))
    : [];

  const toggle = (id: string) => {
    if (isChosen.has(id) && !reachable.has(id)) setRemoved((before) => [...before, id]);
    onChange(isChosen.has(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);
  };
  const words = search.trim().toLocaleLowerCase();
  const found = (rows: readonly Row[]) => rows.filter(({ name }) => name.toLocaleLowerCase().includes(words));
  const list = (title: string, rows: readonly Row[], end?: ReactNode) =>
    rows.length > 0 && (
      <fieldset>
        <legend className={`wrap small ${styles.legend}`}>
          {title}
          {end}
        </legend>
        <div className={`card ${styles.list}`}>
          {rows.map(({ id, name, line }) => (
            <Choice
              key={id}
              type="checkbox"
              name="person"
              checked={isChosen.has(id)}
              onChange={() => toggle(id)}
              title={name}
              line={line}
              lead={<Avatar userId={id} name={name} imageUrl={personOf(id).imageUrl} />}
            />
          ))}
        </div>
      </fieldset>
    );
  const count = (
    <span className={styles.count} role="status">
      {chosen.length} {postText.chosen}
    </span>
  );
  const nobody = network !== undefined && reachable.size === 0;
  const shown = { direct: found(direct), further: found(further) };
  return (
    // biome-ignore lint/a11y/useSemanticElements: its people are in fieldsets of their own
    <div ref={ref} className="stack gap-4" role="group" aria-label={audienceText.choosePeople} tabIndex={-1}>
      {lost.some(({ id }) => isChosen.has(id)) && <Note kind="warning">{refusalWording.AUDIENCE_NOT_REACHABLE}</Note>}
      {list(postText.chosenBefore, lost)}
      {reachable.size > GLANCE && (
        <Field
          label={postText.searchPeople}
          labelHidden
          placeholder={postText.searchPeople}
          type="search"
          autoComplete="off"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          // Enter would send the post.
          onKeyDown={(event) => event.key === 'Enter' && !(event.ctrlKey || event.metaKey) && event.preventDefault()}
          end={<Search className={styles.glass} />}
        />
      )}
      {list(postText.yourFriends, shown.direct, count)}
      {list(postText.theirFriends, shown.further, shown.direct.length === 0 && count)}
      {nobody && (
        <div className={`row wrap ${styles.invite}`}>
          <p className="small">{postText.nobodyToChoose}</p>
          <Button variant="soft" size="small" icon={<UserRoundPlus />} onClick={onInvite}>
            {friendText.inviteTitle}
          </Button>
        </div>
      )}
      {!nobody && shown.direct.length + shown.further.length === 0 && words !== '' && (
        <p className="small" role="status">
          {postText.nobodyFound}
        </p>
      )}
      {!nobody && chosen.length === 0 && (
        <p className="small" role="status">
          {refusalWording.AUDIENCE_EMPTY}
        </p>
      )}
    </div>
  );
}
