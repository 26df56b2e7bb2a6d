import { Copy, Download, Printer } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { codeText } from '../../text/sign-in-ways.ts';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import styles from './sign-in-ways.module.css';

function download(codes: readonly string[]): void {
  const url = URL.createObjectURL(new Blob([`${codeText.fileHead}\n\n${codes.join('\n')}\n`], { type: 'text/plain;charset=utf-8' }));
  const link = Object.assign(document.createElement('a'), { href: url, download: codeText.fileName });
  document.body.append(link);
  link.click();
  link.remove();
  // The browser reads the URL after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Shows recovery codes once: to copy, to save or to print. */
export function RecoveryCodes({
  codes,
  said,
  onDone,
}: {
  readonly codes: readonly string[];
  readonly said: string;
  readonly onDone: () => void;
}) {
  const [copied, setCopied] = useState<'copied' | 'failed'>();
  const top = useRef<HTMLDivElement>(null);
  // The codes replace the form that had the focus.
  useEffect(() => top.current?.focus(), []);
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
      <Button variant="primary" wide onClick={onDone}>
        {codeText.kept}
      </Button>
    </div>
  );
}
