import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useNoConnection } from '../../data/use-no-connection.ts';
import { commonText } from '../../text/common.ts';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import { Sheet, type SheetControl } from '../../ui/sheet.tsx';

export type RequestPhase = 'writing' | 'sending' | 'done';

/** What the form in a request sheet is given. */
export interface RequestForm {
  /** of the `form` element: the sheet's button submits it */
  readonly id: string;
  readonly offline: boolean;
  readonly phase: RequestPhase;
  readonly onPhase: (phase: RequestPhase) => void;
}

/** A sheet with a form that changes the account by one request. It needs a connection, and says so before the member begins. */
export function RequestSheet({
  control,
  title,
  text,
  offlineText,
  submit,
  children,
}: {
  readonly control: SheetControl;
  readonly title: string;
  readonly text: ReactNode;
  readonly offlineText: string;
  readonly submit: { readonly icon: ReactNode; readonly label: string; readonly sending: string };
  readonly children: (form: RequestForm) => ReactNode;
}) {
  const id = useId();
  const offline = useNoConnection();
  const [phase, setPhase] = useState<RequestPhase>('writing');
  // The form is empty at each opening.
  useEffect(() => {
    if (control.open) setPhase('writing');
  }, [control.open]);
  return (
    <Sheet
      {...control}
      title={title}
      text={text}
      actions={
        phase === 'done' ? (
          <Button variant="primary" onClick={() => control.onOpenChange(false)}>
            {commonText.done}
          </Button>
        ) : (
          <Button variant="primary" type="submit" form={id} icon={submit.icon} busy={phase === 'sending'} disabled={offline}>
            {phase === 'sending' ? submit.sending : submit.label}
          </Button>
        )
      }
    >
      {offline && phase !== 'done' && <Note kind="warning">{offlineText}</Note>}
      {children({ id, offline, phase, onPhase: setPhase })}
    </Sheet>
  );
}

/** Says that the request succeeded. It takes the place of the form, and its focus. */
export function RequestDone({ children }: { readonly children: ReactNode }) {
  const done = useRef<HTMLDivElement>(null);
  useEffect(() => done.current?.focus(), []);
  return (
    <div ref={done} tabIndex={-1}>
      <Note kind="success">{children}</Note>
    </div>
  );
}
