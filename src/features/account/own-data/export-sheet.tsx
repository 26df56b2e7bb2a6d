import { Download } from 'lucide-react';
import { useNoConnection } from '../../../data/store/use-no-connection.ts';
import { exportText, receivedText } from '../../../text/account.ts';
import { Button } from '../../../ui/forms/button.tsx';
import { Sheet, type SheetControl } from '../../../ui/overlays/sheet.tsx';
import { Note } from '../../../ui/states/note.tsx';
import styles from './export-sheet.module.css';
import type { Export, ExportState } from './use-export.ts';

/** Exports the member's data and shows the progress. It needs a connection. */
export function ExportSheet({ exporting: { state, start, stop }, ...control }: SheetControl & { readonly exporting: Export }) {
  const offline = useNoConnection();
  const running = state.kind === 'running';
  return (
    <Sheet
      {...control}
      title={exportText.title}
      text={exportText.text}
      actions={
        // The same button throughout, so that the focus stays where it is.
        running ? (
          <Button key="act" variant="soft" onClick={stop}>
            {exportText.stop}
          </Button>
        ) : (
          <Button key="act" variant="primary" icon={<Download />} disabled={offline} onClick={start}>
            {state.kind === 'failed' ? exportText.again : exportText.start}
          </Button>
        )
      }
    >
      {offline && !running && <Note kind="warning">{exportText.offline}</Note>}
      <Progress state={state} />
    </Sheet>
  );
}

function Progress({ state }: { readonly state: ExportState }) {
  if (state.kind === 'failed') return <Note kind="danger">{state.message}</Note>;
  if (state.kind === 'done') return <Note kind="success">{exportText.done}</Note>;
  if (state.kind === 'stopped') return <Note>{exportText.stopped}</Note>;
  if (state.kind !== 'running') return null;
  const words = state.received === 0 ? exportText.starting : receivedText(state.received);
  return (
    <>
      <div className={styles.track} role="progressbar" aria-label={exportText.title} aria-valuetext={words} />
      <p className={styles.received}>{words}</p>
    </>
  );
}
