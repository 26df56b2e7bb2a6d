import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useNoConnection } from '../../data/store/use-no-connection.ts';
import { commonText } from '../../text/common.ts';
import { Button } from '../../ui/forms/button.tsx';
import { Sheet, type SheetControl } from '../../ui/overlays/sheet.tsx';
import { Note } from '../../ui/states/note.tsx';
import { RequestForm } from './request-form.tsx';
import { type FieldName, type RequestOptions, useRequest } from './use-request.ts';

type Form<Name extends FieldName> = ReturnType<typeof useRequest<Name, unknown>>;

interface RequestSheetProps<Name extends FieldName> extends Pick<RequestOptions<Name, unknown>, 'start' | 'check' | 'send'> {
  readonly control: SheetControl;
  readonly title: string;
  readonly text: ReactNode;
  readonly offlineText: string;
  readonly submit: { readonly icon: ReactNode; readonly label: string; readonly sending: string };
  /** what it says once the request has succeeded */
  readonly done: (values: Form<Name>['values']) => ReactNode;
  readonly children: (field: Form<Name>['field']) => ReactNode;
}

/**
 * A sheet with a form that changes the account by one request. It needs a connection, and says so before the member begins. The form is
 * empty at each opening.
 */
export function RequestSheet<Name extends FieldName>(props: RequestSheetProps<Name>) {
  return props.control.open ? <OpenRequestSheet {...props} /> : null;
}

function OpenRequestSheet<Name extends FieldName>(props: RequestSheetProps<Name>) {
  const { control, title, text, offlineText, submit, done, children, ...request } = props;
  const id = useId();
  const offline = useNoConnection();
  const [isDone, setDone] = useState(false);
  const form = useRequest({ ...request, offline, onDone: () => setDone(true) });
  return (
    <Sheet
      {...control}
      title={title}
      text={text}
      actions={
        isDone ? (
          <Button variant="primary" onClick={() => control.onOpenChange(false)}>
            {commonText.done}
          </Button>
        ) : (
          <Button variant="primary" type="submit" form={id} icon={submit.icon} busy={form.busy} disabled={offline}>
            {form.busy ? submit.sending : submit.label}
          </Button>
        )
      }
    >
      {offline && !isDone && <Note kind="warning">{offlineText}</Note>}
      {isDone ? (
        <Done>{done(form.values)}</Done>
      ) : (
        <RequestForm form={form} id={id}>
          {children(form.field)}
        </RequestForm>
      )}
    </Sheet>
  );
}

/** Takes the place of the form, and its focus. */
function Done({ children }: { readonly children: ReactNode }) {
  const done = useRef<HTMLDivElement>(null);
  useEffect(() => done.current?.focus(), []);
  return (
    <div ref={done} tabIndex={-1}>
      <Note kind="success">{children}</Note>
    </div>
  );
}
