import { Bell, BellOff, BellRing } from 'lucide-react';
import { useEffect, useState } from 'react';
import { problemText, pushText } from '../../text/push.ts';
import { Card } from '../../ui/card.tsx';
import { classes } from '../../ui/classes.ts';
import { Button } from '../../ui/forms/button.tsx';
import { HomeScreenSteps } from '../../ui/home-screen-steps.tsx';
import styles from './push.module.css';
import { turnOff, turnOn } from './push-device.ts';
import type { PushState } from './push-state.ts';
import { helpFor } from './push-words.ts';
import { usePush } from './use-push.ts';
import { useStateLine } from './use-state-line.ts';
import { useTestCall } from './use-test-call.ts';

/** After a press its outcome is read out; what changes by itself later, such as the time of the last notice, is not. */
const SPOKEN_MS = 3000;

const isOnHere = (state: PushState): boolean => state === 'on' || state === 'unsaved' || state === 'unsaved-offline';
const isStopped = (state: PushState): boolean => state === 'lost' || state === 'denied';

/** Whether notices arrive here, and the buttons that switch them on and off and have one sent. */
export function PushStatus() {
  const push = usePush();
  const { state, ready, isBusy, isOn, problem, isOffline } = push;
  const line = useStateLine(push);
  const help = helpFor(state);
  const test = useTestCall(push.arrived);
  const [isSpoken, setSpoken] = useState(false);
  useEffect(() => {
    if (isBusy || !isSpoken) return;
    const timer = setTimeout(() => setSpoken(false), SPOKEN_MS);
    return () => clearTimeout(timer);
  }, [isBusy, isSpoken]);
  const offered = state === 'off' || state === 'lost' || state === 'off-offline';
  const Icon = isOnHere(state) ? BellRing : isStopped(state) ? BellOff : Bell;
  const press = () => {
    if (!ready) return;
    void turnOn(ready);
    setSpoken(true);
  };
  const failed = problem !== null && state !== 'denied' ? problemText[problem] : '';
  const said = state === 'on' ? test.said : failed;
  return (
    <Card stack>
      <div className={styles.row}>
        <Icon className={classes(styles.icon, isOnHere(state) && styles.on, isStopped(state) && styles.stopped)} />
        <div className="rest">
          <p className={styles.line} aria-live={isSpoken ? 'polite' : undefined}>
            {line}
          </p>
          {help && <p className="small">{help}</p>}
          <p className="small" role="status">
            {said}
          </p>
        </div>
      </div>
      {state === 'home-screen-first' && <HomeScreenSteps />}
      {(offered || isOn) && (
        <div className="wrap gap-2">
          {offered && (
            <Button variant="primary" size="small" icon={<BellRing />} busy={isBusy} disabled={!ready || isOffline} onClick={press}>
              {isBusy ? pushText.turningOn : state === 'lost' ? pushText.switchOnAgain : pushText.turnOn}
            </Button>
          )}
          {state === 'on' && (
            <Button variant="soft" size="small" busy={test.isSending} onClick={() => void test.send()}>
              {pushText.sendOne}
            </Button>
          )}
          {isOn && !(offered && isBusy) && (
            <Button
              variant="quiet"
              size="small"
              busy={isBusy}
              onClick={() => {
                setSpoken(true);
                void turnOff();
              }}
            >
              {isBusy ? pushText.turningOff : pushText.turnOff}
            </Button>
          )}
        </div>
      )}
    </Card>
  );
}
