import { type ReactNode, useRef, useState } from 'react';
import type { Answer } from '../../data/request.ts';
import { answerText } from '../../text/answers.ts';
import { authText } from '../../text/auth.ts';
import { codeText } from '../../text/sign-in-ways.ts';
import { PasswordField } from '../../ui/field.tsx';

interface Presence {
  /** the part of the request body that proves presence */
  readonly body: { readonly current_password?: string };
  /** the password field, if the password is needed */
  readonly field: ReactNode;
  /** Whether every needed input is present. Shows an error if not. */
  check(): boolean;
  /** Whether this answer was about the password. If so, its field shows or asks for it. */
  handles(answer: Extract<Answer<unknown>, { ok: false }>): boolean;
}

/**
 * Asks for the present password: from the beginning (`always`), or once the server requires it. A member who has just signed in does not
 * need it.
 */
export function usePresence({ always = false, hasPassword }: { readonly always?: boolean; readonly hasPassword: boolean }): Presence {
  const [asked, setAsked] = useState(false);
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const needed = hasPassword && (always || asked);
  return {
    body: needed ? { current_password: password } : {},
    field: needed && (
      <PasswordField
        ref={input}
        label={codeText.present}
        name="current-password"
        autoComplete="current-password"
        autoFocus
        value={password}
        error={error}
        onChange={(event) => setPassword(event.target.value)}
      />
    ),
    check() {
      const missing = needed && password === '';
      setError(missing ? authText.passwordRequired : undefined);
      if (missing) input.current?.focus();
      return !missing;
    },
    handles(answer) {
      if (answer.code === 'PRESENT_PASSWORD_WRONG') {
        setError(answerText(answer));
        input.current?.focus();
        return true;
      }
      if (answer.code !== 'PRESENT_PASSWORD_MISSING' || !hasPassword) return false;
      setAsked(true);
      return true;
    },
  };
}
