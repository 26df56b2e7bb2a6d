import type { FormEvent, ReactNode } from 'react';
import { Note } from '../../ui/states/note.tsx';
import styles from './request-form.module.css';

/** The fields and buttons of a request, below the message if it failed. `form` is what `useRequest` returned. */
export function RequestForm({
  form,
  id,
  className = styles.form,
  children,
}: {
  readonly form: { readonly message: string | undefined; readonly submit: (event: FormEvent<HTMLFormElement>) => void };
  /** for a submit button outside of the form */
  readonly id?: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}) {
  return (
    <form id={id} className={className} noValidate onSubmit={form.submit}>
      {form.message && <Note kind="danger">{form.message}</Note>}
      {children}
    </form>
  );
}
