// How the signed-in member is connected to another member: the people in between, in order.
import type { ConnectionPath, PathStep } from '../../../schemas/friends/connection-path.ts';
import { isLongPath } from '../../../schemas/friends/connection-path-limits.ts';
import { useLiveQuery, useStore } from '../../data/store/local-store.tsx';
import { commonText } from '../../text/common.ts';
import { friendText } from '../../text/friends.ts';
import { personFailed } from '../../text/person-failed.ts';
import { connectionText, profileText } from '../../text/profiles.ts';
import { sinceText } from '../../text/times.ts';
import { useToday } from '../../ui/behaviour/use-clock.ts';
import { Button } from '../../ui/forms/button.tsx';
import { Avatar } from '../../ui/people/avatar.tsx';
import { Note } from '../../ui/states/note.tsx';
import { StandingActions } from '../friends/standing-actions.tsx';
import { useStandings } from '../friends/use-standings.ts';
import { firstName } from '../people/first-name.ts';
import { PersonName } from '../people/person-button.tsx';
import type { ShownPerson } from '../people/shown-person.ts';
import { usePeople } from '../people/use-people.ts';
import styles from './connection-content.module.css';
import { PersonSkeleton } from './person-skeleton.tsx';
import { useConnectionPath } from './use-connection-path.ts';

export default function ConnectionContent({ person }: { readonly person: ShownPerson }) {
  const { state, retry } = useConnectionPath(person);
  const at = useStandings()?.(person.userId);
  const { name, imageUrl } = usePeople()(person.userId, person);
  const actions = at && <StandingActions person={{ id: person.userId, name, imageUrl }} at={at} wide />;
  switch (state.phase) {
    case 'found':
      return (
        <>
          {isLongPath(state.path) && <Note kind="warning">{connectionText.long}</Note>}
          <Steps path={state.path} />
          {actions}
        </>
      );
    case 'none':
      return (
        <div role="status">
          <p className={styles.none}>{connectionText.none}</p>
          <p className={styles.why}>{connectionText.noneWhy}</p>
        </div>
      );
    case 'loading':
      return <PersonSkeleton />;
    case 'signed-out':
      return <Note kind="danger">{connectionText.signedOut}</Note>;
    case 'not-here':
    case 'failed':
      return (
        <>
          <Note kind="danger">{state.phase === 'failed' ? personFailed.connection : connectionText.notHere}</Note>
          <Button onClick={retry}>{commonText.tryAgain}</Button>
        </>
      );
  }
}

function Steps({ path }: { readonly path: ConnectionPath }) {
  const { userId: own } = useStore();
  const personOf = usePeople();
  return (
    <ol className="stack">
      {path.map((step, index) => {
        const person = step.user_id === null ? undefined : personOf(step.user_id, { name: step.name, imageUrl: null });
        const name = person?.name ?? step.name;
        const isSignedInMember = step.user_id === own;
        const imageUrl = person?.imageUrl ?? null;
        return (
          // Nobody is on a path twice. Unknown people have no id, so their position is the key.
          <li key={step.user_id ?? index} className={`row gap-4 ${styles.step}`}>
            <Avatar userId={step.user_id ?? ''} name={step.user_id === null ? '' : name} imageUrl={imageUrl} size={48} />
            <div className="rest">
              {isSignedInMember ? (
                <span className={styles.name}>{friendText.you}</span>
              ) : step.user_id === null ? (
                <span className={styles.name}>{name}</span>
              ) : (
                <PersonName person={{ userId: step.user_id, name, imageUrl }} className={styles.name} />
              )}
              <span className={`small ${styles.line}`}>
                {isSignedInMember ? <bdi>{name}</bdi> : <Relation from={path[index - 1]} to={step} own={own} />}
              </span>
            </div>
          </li>
        );
      })}
    </ol>
  );
}

/** `Your friend since May 2023`, `Friend of Ana`. */
function Relation({ from, to, own }: { readonly from: PathStep | undefined; readonly to: PathStep; readonly own: string }) {
  const { rows } = useLiveQuery((store) => store.collections.friends.find({ selector: { user_id: store.userId } }), []);
  const personOf = usePeople();
  const today = useToday();
  if (!from) return null;
  if (from.user_id === own) {
    const since = rows?.find((row) => row.friend_id === to.user_id)?.created_at;
    return since ? profileText.friendSince(sinceText(since, today)) : profileText.friend;
  }
  if (from.user_id === null) return profileText.friendOfUnknown;
  return (
    <>
      {friendText.friendOf} <bdi>{firstName(personOf(from.user_id, { name: from.name, imageUrl: null }).name)}</bdi>
    </>
  );
}
