import { useEffect, useState } from 'react';
import type { Failure } from '../../data/session/request.ts';
import { answerText } from '../../text/answers.ts';
import { pushText } from '../../text/push.ts';
import { lookAtPush, sendOneNow } from './push-device.ts';

/** How often to look for a notice that was sent, and after how long it counts as late. */
const LOOK_MS = 1000;
const LATE_MS = 30_000;

function failureText(answer: Failure): string {
  if (answer.code === 'OFFLINE') return pushText.offlineTest;
  return answer.code === 'PUSH_NOT_ON' ? pushText.notOnServer : answerText(answer);
}

/** Has one notice sent to this device, and says what becomes of it until it has arrived. */
export function useTestCall(arrived: number | null) {
  const [isSending, setSending] = useState(false);
  const [said, setSaid] = useState('');
  /** the last arrival before the notice that is awaited */
  const [awaited, setAwaited] = useState<{ readonly before: number | null }>();
  const send = async () => {
    setSending(true);
    setAwaited(undefined);
    setSaid(pushText.sending);
    const answer = await sendOneNow();
    setSending(false);
    setSaid(answer.ok ? pushText.sent : failureText(answer));
    if (answer.ok) setAwaited({ before: arrived });
  };
  useEffect(() => {
    if (!awaited) return;
    const looks = setInterval(() => void lookAtPush(), LOOK_MS);
    const late = setTimeout(() => {
      setSaid(pushText.notArrived);
      clearInterval(looks);
    }, LATE_MS);
    return () => {
      clearInterval(looks);
      clearTimeout(late);
    };
  }, [awaited]);
  if (awaited && arrived !== awaited.before) {
    setAwaited(undefined);
    setSaid(pushText.arrived);
  }
  return { isSending, said, send };
}
