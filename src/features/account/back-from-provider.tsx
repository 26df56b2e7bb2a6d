import { type ReactNode, useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { Answer } from '../../data/session/request.ts';
import { authText } from '../../text/auth.ts';
import { commonText } from '../../text/common.ts';
import { callbackError } from '../../text/provider.ts';
import { Button } from '../../ui/forms/button.tsx';
import { Spinner } from '../../ui/states/spinner.tsx';
import { AuthResult } from './auth-result.tsx';

const sent = new Map<string, Promise<Answer<unknown>>>();

/** A query works only once, so a second call gets the promise of the first. If the server was not reached, the query can still be used. */
async function sendOnce(query: string, send: (query: string) => Promise<Answer<unknown>>): Promise<Answer<unknown>> {
  const sending = sent.get(query) ?? send(query);
  sent.set(query, sending);
  const answer = await sending;
  if (!answer.ok && answer.code === 'OFFLINE') sent.delete(query);
  return answer;
}

/** Passes what the provider sent back on to the server. Without a network the visitor can try again, or go `back`. */
export function BackFromProvider({
  send,
  onEnd,
  label,
  title,
  back,
}: {
  readonly send: (query: string) => Promise<Answer<unknown>>;
  /** The answer of the server, or a failure with the reason that the provider gave. */
  readonly onEnd: (answer: Answer<unknown>) => void;
  /** what is under way */
  readonly label: string;
  /** what has not happened without a network */
  readonly title: string;
  readonly back: ReactNode;
}) {
  const { search } = useLocation();
  const [offline, setOffline] = useState(false);
  const finish = async () => {
    setOffline(false);
    const params = new URLSearchParams(search);
    const answer =
      params.has('code') && !params.has('error')
        ? await sendOnce(search.slice(1), send)
        : ({ ok: false, status: 0, code: 'PROVIDER_FAILED', message: callbackError(params) } as const);
    if (!answer.ok && answer.code === 'OFFLINE') setOffline(true);
    else onEnd(answer);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page came with the query, and does the same with it at any time.
  useEffect(() => void finish(), [search]);

  if (!offline) return <Spinner label={label} />;
  return (
    <AuthResult art="lantern" title={title} text={authText.network}>
      <Button variant="primary" onClick={() => void finish()}>
        {commonText.tryAgain}
      </Button>
      {back}
    </AuthResult>
  );
}
