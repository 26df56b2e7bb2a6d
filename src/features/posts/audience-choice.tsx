import { ChevronDown } from 'lucide-react';
import { type KeyboardEvent, type MouseEvent, type RefObject, useRef, useState } from 'react';
import type { Audience } from '../../../schemas/posts/audience.ts';
import { readersOf } from '../../../schemas/posts/audience.ts';
import type { VisibilityType } from '../../../schemas/posts/post.ts';
import { postText } from '../../text/posts.ts';
import { Choice } from '../../ui/choice.tsx';
import { FacePile } from '../../ui/face-pile.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import type { Network } from '../friends/network.ts';
import { firstName } from '../people/first-name.ts';
import type { PersonOf } from '../people/use-people.ts';
import styles from './audience-choice.module.css';
import { audiences, offeredAudiences } from './audience-look.ts';
import { audienceLine, audienceOffer } from './audience-text.ts';

/** Focus starts at the chosen audience. */
const focusChosen = (list: HTMLElement | null) => list?.querySelector<HTMLInputElement>('input:checked')?.focus();

/**
 * The audience of a post: one line with its name and faces, which opens the five audiences. A press on an audience chooses it and closes
 * the list. The arrow keys choose without closing.
 */
export function AudienceChoice({
  value,
  network,
  personOf,
  people,
  onChange,
}: {
  readonly value: Audience;
  readonly network: Network | undefined;
  readonly personOf: PersonOf;
  /** the picker for specific people; takes the focus when that audience is newly chosen */
  readonly people: RefObject<HTMLElement | null>;
  readonly onChange: (audience: VisibilityType) => void;
}) {
  const [open, setOpen] = useState(false);
  const before = useRef(value.visibility_type);
  const opener = useRef<HTMLButtonElement>(null);
  const nameOf = (id: string) => firstName(personOf(id).name);
  const faces = (audience: Audience) => (readersOf(audience, network) ?? []).slice(0, 4).map((id) => ({ id, ...personOf(id) }));
  const { label, icon: Icon, tone } = audiences[value.visibility_type];
  const line = audienceLine(value, network, nameOf);
  const shown = faces(value);
  const toPeople = value.visibility_type === 'specific' && before.current !== 'specific';
  const view = () => {
    before.current = value.visibility_type;
    setOpen(true);
  };
  // A press on the audience already chosen closes the list, too.
  const onPress = ({ target, detail }: MouseEvent) => {
    if (detail > 0 && target instanceof HTMLInputElement) setOpen(false);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    setOpen(false);
  };
  return (
    <>
      <button ref={opener} type="button" className={styles.line} aria-haspopup="dialog" onClick={view}>
        {shown.length > 0 ? <FacePile people={shown} /> : <Icon className={styles[tone]} />}
        <span className={styles.words}>
          <span className="visually-hidden">{postText.whoCanSeeThen} </span>
          <b>{label}</b>
          {line && ` · ${line}`}
        </span>
        <ChevronDown />
      </button>
      <Sheet open={open} onOpenChange={setOpen} title={postText.whoCanSee} returnTo={toPeople ? people : opener}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the radios in it are what is pressed */}
        <div ref={focusChosen} className={styles.list} onClick={onPress} onKeyDown={onKeyDown}>
          <fieldset>
            <legend className="visually-hidden">{postText.whoCanSee}</legend>
            {offeredAudiences.map((audience) => {
              const { label: title, icon: Lead, tone: tint } = audiences[audience];
              const checked = audience === value.visibility_type;
              const offer = checked ? value : { visibility_type: audience, specific_user_ids: [] };
              return (
                <Choice
                  key={audience}
                  type="radio"
                  name="audience"
                  checked={checked}
                  onChange={() => onChange(audience)}
                  title={title}
                  line={audienceOffer(offer, network, nameOf)}
                  lead={<Lead className={styles[tint]} />}
                  end={audience === 'friends' && <FacePile people={faces(offer)} max={4} />}
                />
              );
            })}
          </fieldset>
        </div>
      </Sheet>
    </>
  );
}
