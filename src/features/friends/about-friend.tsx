import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { useNavigationType } from 'react-router-dom';
import { answerWording } from '../../../schemas/wording/answer-wording.ts';
import { friendText } from '../../text/friends.ts';
import { useWidth } from '../../ui/behaviour/use-media.ts';
import { Section } from '../../ui/section.tsx';
import { firstName } from '../people/first-name.ts';
import { usePeople } from '../people/use-people.ts';
import styles from './about-friend.module.css';
import { FriendFacts } from './friend-facts.tsx';
import { TheirFriends } from './their-friends.tsx';
import type { FriendDetail } from './use-friend.ts';

/** The friend whose details were open when a page was left, so that going back shows them open. */
let opened: string | undefined;

/** The details of a friend beside what they wrote: open on wide screens, behind a button on others. */
export function AboutFriend({
  detail,
  children,
}: {
  readonly detail: FriendDetail;
  /** further details, between the facts and their friends */
  readonly children?: ReactNode;
}) {
  const { profile } = detail;
  const name = profile.name || answerWording.UNKNOWN_USER;
  const title = friendText.about(firstName(name));
  const isWide = useWidth() === 'desktop';
  const goesBack = useNavigationType() === 'POP';
  const [open, setOpen] = useState(goesBack && opened === profile.id);
  const id = useId();
  const details = (
    <Details detail={detail} name={name}>
      {children}
    </Details>
  );
  if (isWide) return <Section title={title}>{details}</Section>;
  const toggle = () => {
    opened = open ? undefined : profile.id;
    setOpen(!open);
  };
  return (
    <section className="stack gap-3" aria-labelledby={`${id}title`}>
      <h2>
        <button
          type="button"
          className={`row gap-3 card ${styles.button}`}
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          onClick={toggle}
        >
          <span id={`${id}title`} className="rest">
            {title}
          </span>
          <ChevronDown className={styles.arrow} />
        </button>
      </h2>
      {open && (
        <div id={id} className="stack gap-3">
          {details}
        </div>
      )}
    </section>
  );
}

function Details({
  detail: { email, theirs },
  name,
  children,
}: {
  readonly detail: FriendDetail;
  readonly name: string;
  readonly children: ReactNode;
}) {
  const personOf = usePeople();
  return (
    <>
      <FriendFacts email={email} friends={theirs.length} />
      {children}
      <TheirFriends name={name} friendships={theirs} personOf={personOf} />
    </>
  );
}
