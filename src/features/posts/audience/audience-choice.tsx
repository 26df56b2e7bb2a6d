import { ChevronDown } from 'lucide-react';
import { type KeyboardEvent, type MouseEvent, type RefObject, useRef, useState } from 'react';
import { type Audience, audienceFor, isChosen, readersOf } from '../../../../schemas/posts/audience.ts';
import type { VisibilityType } from '../../../../schemas/posts/visibility.ts';
import { audienceText } from '../../../text/audience.ts';
import { postText } from '../../../text/posts.ts';
import { Choice } from '../../../ui/forms/choice.tsx';
import { Sheet } from '../../../ui/overlays/sheet.tsx';
import { FacePile } from '../../../ui/people/face-pile.tsx';
import type { Network } from '../../friends/network.ts';
import { firstName } from '../../people/first-name.ts';
import type { PersonOf } from '../../people/use-people.ts';
import styles from './audience-choice.module.css';
import { audiences, lookOf, offeredAudiences } from './audience-look.ts';
import { audienceOffer, audienceTitle } from './audience-text.ts';

/** Focus starts at the chosen audience. */
const focusChosen = (list: HTMLElement | null) => list?.querySelector<HTMLInputElement>('input:checked')?.focus();

/**
 * The audience of a post: its faces, its name and how many it reaches, in a button that opens the five audiences. A press on an audience chooses it and closes
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
  const before = useRef(value);
  const opener = useRef<HTMLButtonElement>(null);
  const nameOf = (id: string) => firstName(personOf(id).name);
  const faces = (audience: Audience) => (readersOf(audience, network) ?? []).slice(0, 4).map((id) => ({ id, ...personOf(id) }));
  const { icon: Icon, tone } = lookOf(value);
  const [name, count] = audienceTitle(value, network, nameOf);
  const shown = faces(value);
  const toPeople = isChosen(value) && !isChosen(before.current);
  const view = () => {
    before.current = value;
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
        <span className={`rest cut small ${styles.words}`}>
          <span className="visually-hidden">{postText.whoCanSeeThen} </span>
          <b>{name}</b>
          {count !== undefined && ` · ${count}`}
        </span>
        <ChevronDown />
      </button>
      <Sheet open={open} onOpenChange={setOpen} title={postText.whoCanSee} returnTo={toPeople ? people : opener}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the radios in it are what is pressed */}
        <div ref={focusChosen} className={styles.list} onClick={onPress} onKeyDown={onKeyDown}>
          <fieldset>
            <legend className="visually-hidden">{postText.whoCanSee}</legend>
            {offeredAudiences.map((audience) => {
              const { icon: Lead, tone: tint } = audiences[audience];
              const checked = audience === value.visibility_type;
              const [title, reached] = audienceTitle(audienceFor(audience), network, nameOf);
              const offer = checked ? value : audienceFor(audience);
              return (
                <Choice
                  key={audience}
                  type="radio"
                  name="audience"
                  checked={checked}
                  onChange={() => onChange(audience)}
                  title={
                    <span className={audience === 'public' ? 'small' : undefined}>
                      {reached === undefined ? title : audienceText.counted(title, reached)}
                    </span>
                  }
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
