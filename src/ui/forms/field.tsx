import { CircleAlert, Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { commonText } from '../../text/common.ts';
import { classes } from '../classes.ts';
import styles from './field.module.css';
import { IconButton } from './icon-button.tsx';

interface Described {
  readonly label: string;
  readonly hint?: ReactNode;
  /** replaces the hint and is read out */
  readonly error?: string | null | undefined;
  /** shows the label to screen readers only */
  readonly labelHidden?: boolean | undefined;
}

function Frame({
  id,
  label,
  hint,
  error,
  labelHidden,
  end,
  children,
}: Described & { readonly id: string; readonly end?: ReactNode; readonly children: ReactNode }) {
  return (
    <div className="stack">
      <label htmlFor={id} className={labelHidden ? 'visually-hidden' : styles.label}>
        {label}
      </label>
      <div className={classes(styles.box, error && styles.bad)}>
        {children}
        {end && <span className={styles.end}>{end}</span>}
      </div>
      {/* always there, so that screen readers read an error that appears later */}
      <div id={`${id}-note`} aria-live="polite">
        {error ? (
          <p className={classes('small', styles.hint, styles.error)}>
            <CircleAlert />
            {error}
          </p>
        ) : (
          hint && <div className={`small ${styles.hint}`}>{hint}</div>
        )}
      </div>
    </div>
  );
}

export interface FieldProps extends ComponentProps<'input'>, Described {
  /** a small control at the end of the box */
  readonly end?: ReactNode;
}

/** One line of text with its label, hint and error. `ref` reaches the input. */
export function Field({ label, hint, error, labelHidden, end, id: givenId, ...rest }: FieldProps) {
  const ownId = useId();
  const id = givenId ?? ownId;
  return (
    <Frame id={id} label={label} hint={hint} error={error} labelHidden={labelHidden} end={end}>
      {/* React leaves no trace of `autoFocus`; the sheet looks for this one. */}
      <input
        {...rest}
        data-autofocus={rest.autoFocus || undefined}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-note`}
      />
    </Frame>
  );
}

export interface TextAreaProps extends ComponentProps<'textarea'>, Described {}

/** Several lines of text; grows with them where the browser can. `ref` reaches the textarea. */
export function TextArea({ label, hint, error, labelHidden, id: givenId, ...rest }: TextAreaProps) {
  const ownId = useId();
  const id = givenId ?? ownId;
  return (
    <Frame id={id} label={label} hint={hint} error={error} labelHidden={labelHidden}>
      <textarea {...rest} id={id} aria-invalid={error ? true : undefined} aria-describedby={`${id}-note`} />
    </Frame>
  );
}

/** A password that can be shown. Password managers fill it by its `autoComplete`. */
export function PasswordField(props: Omit<FieldProps, 'type' | 'end'>) {
  const [shown, setShown] = useState(false);
  return (
    <Field
      {...props}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      end={
        <IconButton
          label={shown ? commonText.hidePassword : commonText.showPassword}
          icon={shown ? <EyeOff /> : <Eye />}
          onClick={() => setShown(!shown)}
        />
      }
    />
  );
}
