// The member comes back from the provider, where they have shown that it is they.
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Answer } from '../../../data/session/request.ts';
import { answerText } from '../../../text/answers.ts';
import { presenceText } from '../../../text/presence.ts';
import { ButtonLink } from '../../../ui/forms/button.tsx';
import { BackFromProvider } from '../back-from-provider.tsx';
import { showPresence } from './presence.ts';
import { type PresenceReturn, sheetLeft } from './presence-by-provider.ts';
import { forgetPresenceFrom } from './presence-from.ts';

/** Shows presence with what the provider sent back, and returns to the sheet in the settings. */
export function ShowingPresence() {
  const [from] = useState(sheetLeft);
  const navigate = useNavigate();
  const end = (answer: Answer<unknown>) => {
    forgetPresenceFrom();
    const failed = answer.ok ? {} : { failed: answerText(answer) };
    const state: PresenceReturn | null = from ? { presence: { from, ...failed } } : null;
    void navigate('/settings', { replace: true, state });
  };
  return (
    <BackFromProvider
      send={(query) => showPresence({ provider: query })}
      onEnd={end}
      label={presenceText.arriving}
      title={presenceText.notYet}
      back={
        <ButtonLink to="/settings" replace>
          {presenceText.backToSettings}
        </ButtonLink>
      }
    />
  );
}
