import { type ReactNode, useRef, useState } from 'react';
import type { Answer } from '../../data/request.ts';
import { answerText } from '../../text/answers.ts';
import { authText } from '../../text/auth.ts';
import { codeText } from '../../text/sign-in-ways.ts';
import { PasswordField } from '../../ui/field.tsx';

interface Presence {
  /** what goes with the request */
  readonly body: { readonly current_password?: string };
  /** the field of the password, where it is asked for */
  readonly field: ReactNode;
  /** Whether everything that is asked for is there; says what is not. */
  check(): boolean;
  /** Whether this answer was about the password, and is said at its field. */
  took(answer: Extract<Answer<unknown>, { ok: false }>): boolean;
}

/** The present password, asked for from the beginning (`always`), or once the server wants it: whoever has just signed in need not. */
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
    took(answer) {
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
