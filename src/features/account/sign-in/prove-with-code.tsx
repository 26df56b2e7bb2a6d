import type { Answer } from '../../../data/session/request.ts';
import { commonText } from '../../../text/common.ts';
import { codeText } from '../../../text/sign-in-ways.ts';
import { Button } from '../../../ui/forms/button.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { codeError } from '../field-errors.ts';
import { RequestForm } from '../request-form.tsx';
import { useRequest } from '../use-request.ts';

/** A form for an act that needs a code, or a recovery code. */
export function ProveWithCode<Data>({
  text,
  label,
  danger,
  offline,
  send,
  onDone,
  onCancel,
}: {
  readonly text: string;
  readonly label: string;
  readonly danger?: boolean;
  readonly offline: boolean;
  readonly send: (code: string) => Promise<Answer<Data>>;
  readonly onDone: (data: Data) => void | Promise<void>;
  readonly onCancel: () => void;
}) {
  const { busy, field, ...form } = useRequest({
    start: { code: '' },
    offline,
    check: ({ code }) => ({ code: codeError(code) }),
    send: ({ code }) => send(code),
    onDone,
  });
  return (
    <>
      <p>{text}</p>
      <RequestForm form={form}>
        <Field
          label={codeText.either}
          name="code"
          autoComplete="one-time-code"
          autoFocus
          autoCapitalize="none"
          spellCheck={false}
          {...field('code')}
        />
        <Button type="submit" variant={danger ? 'danger-fill' : 'primary'} wide busy={busy} disabled={offline}>
          {label}
        </Button>
        <Button wide onClick={onCancel}>
          {commonText.cancel}
        </Button>
      </RequestForm>
    </>
  );
}
