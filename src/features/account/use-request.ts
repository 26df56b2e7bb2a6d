import { type ChangeEvent, type SyntheticEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Answer, Failure } from '../../data/session/request.ts';
import { answerText } from '../../text/answers.ts';

export type FieldName = 'name' | 'email' | 'password' | 'again' | 'code' | 'word';
type Values<Name extends FieldName> = { readonly [name in Name]: string };
type Errors = { readonly [name in FieldName]?: string | undefined };

/** The field that an answer of the server is about. The texts of all other answers are shown above the fields. */
const fieldOf: Readonly<Record<string, FieldName>> = {
  HIDDEN_CHARACTERS: 'name',
  WEAK_PASSWORD: 'password',
  COMMON_PASSWORD: 'password',
  CODE_WRONG: 'code',
  CODE_USED: 'code',
};

export interface RequestOptions<Name extends FieldName, Data> {
  /** what the fields contain at first */
  readonly start?: Values<Name>;
  readonly offline?: boolean;
  /** The errors to correct before anything is sent. */
  readonly check?: (values: Values<Name>) => Errors;
  readonly send: (values: Values<Name>) => Promise<Answer<Data>>;
  /** The button stays busy until this has ended. */
  readonly onDone?: (data: Data) => void | Promise<void>;
  /** Returns true if nothing else needs to be said about the failure. */
  readonly onFailed?: (failure: Failure) => boolean;
  /** Shows the message elsewhere than in the form. */
  readonly onMessage?: (message: string | undefined) => void;
}

/**
 * One request that a person makes with a form, or with a button alone. Nothing is sent while it is under way, without a connection, or with
 * an error in a field. An error appears below its field, and the first such field gets the focus. `field` has the props of a field.
 */
export function useRequest<Name extends FieldName, Data>(options: RequestOptions<Name, Data>) {
  const { start = {} as Values<Name>, offline = false, check, send, onDone, onFailed } = options;
  const [values, setValues] = useState(start);
  const [errors, setErrors] = useState<Errors>({});
  const [message, setMessage] = useState<string>();
  const [busy, setBusy] = useState(false);
  const say = options.onMessage ?? setMessage;

  const point = (form: HTMLElement, wrong: Errors): HTMLInputElement | null => {
    flushSync(() => setErrors(wrong));
    const first = form.querySelector<HTMLInputElement>('[aria-invalid]');
    first?.focus();
    return first;
  };
  const fail = (form: HTMLElement, failure: Failure) => {
    const name = fieldOf[failure.code];
    // What was refused is typed anew.
    if (name !== undefined && name in values) point(form, { [name]: answerText(failure) })?.select();
    else say(answerText(failure));
  };
  const run = async (form: HTMLElement) => {
    if (busy || offline) return;
    const wrong = check?.(values) ?? {};
    say(undefined);
    point(form, wrong);
    if (Object.values(wrong).some(Boolean)) return;
    setBusy(true);
    const answer = await send(values);
    if (answer.ok) await onDone?.(answer.data);
    else if (!onFailed?.(answer)) fail(form, answer);
    setBusy(false);
  };
  const submit = (event: SyntheticEvent<HTMLElement>) => {
    event.preventDefault();
    void run(event.currentTarget);
  };
  const field = (name: Name) => ({
    value: values[name],
    error: errors[name],
    onChange: (event: ChangeEvent<HTMLInputElement>) => setValues((before) => ({ ...before, [name]: event.target.value })),
  });
  return { values, errors, message, busy, submit, field };
}
