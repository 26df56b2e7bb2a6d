import { BellRing } from 'lucide-react';
import { useState } from 'react';
import { commonText } from '../../text/common.ts';
import { installText } from '../../text/install.ts';
import { askingText, problemText, pushText, stateHelp, stateText } from '../../text/push.ts';
import { Card } from '../../ui/card.tsx';
import { Button } from '../../ui/forms/button.tsx';
import { HomeScreenSteps } from '../../ui/home-screen-steps.tsx';
import { Sheet } from '../../ui/overlays/sheet.tsx';
import { FacePile } from '../../ui/people/face-pile.tsx';
import { useFriends } from '../friends/use-friends.ts';
import { firstName } from '../people/first-name.ts';
import { usePeople } from '../people/use-people.ts';
import styles from './push.module.css';
import { turnOn } from './push-device.ts';
import { declineNotices } from './push-record.ts';
import { helpFor } from './push-words.ts';
import { usePush } from './use-push.ts';

/** What the card says once it was answered, or while it asks. */
function useWords(): { readonly title: string; readonly text: string } {
  const friends = useFriends() ?? [];
  const personOf = usePeople();
  const { state, problem, isOn } = usePush();
  if (isOn) return { title: askingText.on, text: askingText.onText };
  if (state === 'denied') return { title: stateText.denied, text: helpFor(state) ?? '' };
  const [only] = friends;
  const title = only && friends.length === 1 ? askingText.when(firstName(personOf(only.friend_id).name)) : askingText.whenFriends;
  if (state === 'home-screen-first') return { title, text: askingText.homeScreenText };
  return { title, text: problem === null ? askingText.text : problemText[problem] };
}

/** Asks once for notices, after somebody has become a friend. It stays until it is answered, also with what the answer led to. */
export default function AskingCard({ onClose }: { readonly onClose: () => void }) {
  const friends = useFriends() ?? [];
  const personOf = usePeople();
  const { state, ready, isBusy, isOn } = usePush();
  const { title, text } = useWords();
  const [explaining, setExplaining] = useState(false);
  const isAnswered = isOn || state === 'denied';
  const close = () => {
    if (!isOn) declineNotices();
    onClose();
  };
  const later = (
    <Button variant="soft" size="small" onClick={close}>
      {isAnswered ? askingText.close : commonText.notNow}
    </Button>
  );
  return (
    <Card as="section" stack aria-label={askingText.label}>
      <div className={styles.row}>
        <FacePile size={40} people={friends.map(({ friend_id: id }) => ({ id, ...personOf(id) }))} />
        <div className="rest" role="status">
          <p className={styles.title}>{title}</p>
          <p className="small">{text}</p>
        </div>
      </div>
      <div className="wrap gap-2">
        {!isAnswered && state === 'home-screen-first' && (
          <Button variant="primary" size="small" onClick={() => setExplaining(true)}>
            {askingText.showHow}
          </Button>
        )}
        {!isAnswered && state !== 'home-screen-first' && (
          <Button
            variant="primary"
            size="small"
            icon={<BellRing />}
            busy={isBusy}
            disabled={!ready}
            onClick={() => ready && void turnOn(ready)}
          >
            {isBusy ? pushText.turningOn : pushText.turnOn}
          </Button>
        )}
        {later}
      </div>
      <Sheet
        open={explaining}
        onOpenChange={setExplaining}
        title={installText.iosTitle}
        text={stateHelp['home-screen-first']}
        actions={later}
      >
        <HomeScreenSteps />
      </Sheet>
    </Card>
  );
}
