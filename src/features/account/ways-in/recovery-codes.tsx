import { Copy, Download, Printer } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { holdPage } from '../../../data/drafts/set-aside.ts';
import { codeText } from '../../../text/sign-in-ways.ts';
import { downloadText } from '../../../ui/behaviour/download.ts';
import { Button } from '../../../ui/forms/button.tsx';
import { Note } from '../../../ui/states/note.tsx';
import styles from '../presence/sign-in-ways.module.css';

const download = (codes: readonly string[]): void => downloadText(codeText.fileName, `${codeText.fileHead}\n\n${codes.join('\n')}\n`);

/** Shows recovery codes once: to copy, to save or to print. `unkept` counts the attempts to leave before the member said that they are kept. */
export function RecoveryCodes({
  codes,
  said,
  unkept,
  onDone,
}: {
  readonly codes: readonly string[];
  readonly said: string;
  readonly unkept: number;
  readonly onDone: () => void;
}) {
  const [copied, setCopied] = useState<'copied' | 'failed'>();
  const top = useRef<HTMLDivElement>(null);
  // The codes replace the form that had the focus.
  useEffect(() => top.current?.focus(), []);
  const kept = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (unkept > 0) kept.current?.focus();
  }, [unkept]);
  // A reload would lose them as well; the browser asks first.
  useEffect(() => {
    holdPage(top, true);
    return () => holdPage(top, false);
  }, []);
  return (
    <div ref={top} tabIndex={-1} className={styles.part}>
      <Note kind="success">{said}</Note>
      <h3>{codeText.recoveryTitle}</h3>
      <p>{codeText.recoveryText}</p>
      <div data-on-paper className={styles.paper}>
        <p className={styles.paperHead}>{codeText.fileHead}</p>
        <ol className={styles.codes} aria-label={codeText.recoveryTitle}>
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ol>
      </div>
      <div className={styles.row}>
        <Button
          size="small"
          icon={<Copy />}
          onClick={() =>
            void navigator.clipboard.writeText(codes.join('\n')).then(
              () => setCopied('copied'),
              () => setCopied('failed'),
            )
          }
        >
          {codeText.copy}
        </Button>
        <Button size="small" icon={<Download />} onClick={() => download(codes)}>
          {codeText.download}
        </Button>
        <Button size="small" icon={<Printer />} onClick={() => window.print()}>
          {codeText.print}
        </Button>
      </div>
      {copied && (
        <Note kind={copied === 'copied' ? 'success' : 'danger'}>{copied === 'copied' ? codeText.copied : codeText.copyFailed}</Note>
      )}
      {unkept > 0 && (
        <Note key={unkept} kind="danger">
          {codeText.keepFirst}
        </Note>
      )}
      <Button ref={kept} variant="primary" wide onClick={onDone}>
        {codeText.kept}
      </Button>
    </div>
  );
}
