import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { VisibilityType } from '../../../schemas/posts/post.ts';
import { Choice } from '../../ui/choice.tsx';
import type { Network } from '../friends/network.ts';
import type { PersonOf } from '../profiles/use-people.ts';
import { type Audience, audiences, offeredAudiences } from './audience.ts';
import styles from './audience-choice.module.css';

/**
 * Who shall see a post: one control, one value. Once specific people are being chosen the other audiences fold away behind
 * 'Change', so that the people stand right below; by keyboard they stay, as the arrow keys only pass by.
 */
export function AudienceChoice({
  value,
  network,
  personOf,
  onChange,
}: {
  readonly value: Audience;
  readonly network: Network | undefined;
  readonly personOf: PersonOf;
  readonly onChange: (audience: VisibilityType) => void;
}) {
  const [open, setOpen] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const folded = value.visibility_type === 'specific' && !open;
  const unfold = () => {
    flushSync(() => setOpen(true));
    list.current?.querySelector<HTMLInputElement>('input:checked')?.focus();
  };
  return (
    <fieldset>
      <legend className={styles.legend}>Who can see this</legend>
      <div ref={list} className={styles.list} data-folded={folded || undefined}>
        {offeredAudiences
          .filter((audience) => !folded || audience === value.visibility_type)
          .map((audience) => {
            const { label, icon: Icon, tone } = audiences[audience];
            return (
              <Choice
                key={audience}
                type="radio"
                name="audience"
                checked={audience === value.visibility_type}
                onChange={(_, byKey) => {
                  setOpen(byKey);
                  onChange(audience);
                }}
                title={label}
                line={audience === 'specific' ? chosenText(value, personOf) : reachText(audience, network)}
                lead={<Icon className={styles[tone]} />}
                unmarked={folded}
              />
            );
          })}
        {folded && (
          <button type="button" className={styles.change} aria-label="Change who can see this" onClick={unfold}>
            Change
          </button>
        )}
      </div>
    </fieldset>
  );
}

function chosenText(value: Audience, personOf: PersonOf): string {
  if (value.visibility_type !== 'specific' || value.specific_user_ids.length === 0) return 'Only the friends you choose';
  return value.specific_user_ids.map((id) => personOf(id).name).join(', ');
}

const people = (count: number): string => `${count} ${count === 1 ? 'person' : 'people'}`;

function reachText(audience: Exclude<VisibilityType, 'specific'>, network: Network | undefined): string {
  const direct = network?.direct.length ?? 0;
  const further = network?.further.length ?? 0;
  switch (audience) {
    case 'friends':
      if (direct === 1) return 'Your direct friend';
      return direct ? `Your ${direct} direct friends` : 'Your direct friends';
    case 'friends_of_friends':
      return further ? `${people(further)}, one step further` : 'Your friends and theirs';
    case 'private':
      return 'A note to yourself';
    case 'public':
      return direct + further ? `Your whole network, ${people(direct + further)}` : 'Your whole network';
  }
}
