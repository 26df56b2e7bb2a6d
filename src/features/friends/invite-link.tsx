// Invites by a link: scanned by the camera of a person nearby, or sent through any app that both use.
import { Clock, Copy, Link as LinkIcon, Share } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { InviteLink as Link } from '../../../schemas/friends/invite-link.ts';
import { linkText, worksFor } from '../../text/invitations.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Item, List } from '../../ui/list.tsx';
import { Note } from '../../ui/note.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import styles from './invite-link.module.css';
import { useInviteLinks } from './use-invite-links.ts';

const choices = [
  { value: '1', label: linkText.onePerson },
  { value: '3', label: linkText.upToThree },
] as const;
type Uses = (typeof choices)[number]['value'];

/** Makes a link, shows it while this page is open, and lists the links that still work. */
export function InviteLink() {
  const { links, unreached, offline, error, busy, addressOf, make, revoke } = useInviteLinks();
  const [uses, setUses] = useState<Uses>('1');
  const maker = useRef<HTMLButtonElement>(null);
  const revoked = useRef(false);
  const shown = links?.find((link) => addressOf(link) !== undefined);
  const address = shown && addressOf(shown);
  const others = links?.filter((link) => link !== shown) ?? [];
  // The focused element was removed with the link.
  useEffect(() => {
    if (!shown && revoked.current) maker.current?.focus();
    revoked.current = false;
  }, [shown]);
  const end = (id: string) => {
    revoked.current = true;
    void revoke(id);
  };
  if (unreached && !links) return <Note>{linkText.offline}</Note>;
  if (!links) {
    return (
      <div className={styles.ways} aria-busy="true">
        {error ? <Note kind="danger">{error}</Note> : <Spinner />}
      </div>
    );
  }
  return (
    <div className={styles.ways}>
      {unreached && <Note>{linkText.offline}</Note>}
      {error && <Note kind="danger">{error}</Note>}
      {shown && address ? (
        <ShownLink key={shown.id} link={shown} address={address} busy={busy} onRevoke={() => end(shown.id)} />
      ) : (
        <>
          <Segmented label={linkText.forWhom} value={uses} onChange={setUses} options={choices} />
          <Button
            ref={maker}
            variant="primary"
            wide
            icon={<LinkIcon />}
            busy={busy}
            disabled={offline}
            onClick={() => void make(Number(uses))}
          >
            {linkText.make}
          </Button>
        </>
      )}
      {others.length > 0 && (
        <section className={styles.others}>
          <h3>{linkText.others}</h3>
          <List label={linkText.others}>
            {others.map((link) => (
              <Item
                key={link.id}
                lead={<LinkIcon />}
                title={
                  <>
                    {linkText.made} <RelativeTime iso={link.created_at} within />
                  </>
                }
                line={worksFor(link)}
                actions={
                  <Button
                    size="small"
                    variant="soft"
                    busy={busy}
                    disabled={offline}
                    aria-label={`${linkText.revoke}: ${worksFor(link)}`}
                    onClick={() => void revoke(link.id)}
                  >
                    {linkText.revokeShort}
                  </Button>
                }
              />
            ))}
          </List>
        </section>
      )}
    </div>
  );
}

interface ShownLinkProps {
  readonly link: Link;
  readonly address: string;
  readonly busy: boolean;
  readonly onRevoke: () => void;
}

function ShownLink({ link, address, busy, onRevoke }: ShownLinkProps) {
  const field = useRef<HTMLInputElement>(null);
  const [copied, setCopied] = useState<'no' | 'yes' | 'failed'>('no');
  // The link replaces the button that had the focus.
  useEffect(() => field.current?.focus(), []);
  const copy = () =>
    void navigator.clipboard.writeText(address).then(
      () => setCopied('yes'),
      () => setCopied('failed'),
    );
  // If the member closes the system's share sheet, nothing has happened.
  const share = () => void navigator.share({ title: linkText.shareTitle, text: linkText.shareText, url: address }).catch(() => undefined);
  const canShare = typeof navigator.share === 'function';
  return (
    <>
      <QrCode text={address} label={linkText.qr} />
      <p className={styles.hint}>{linkText.camera}</p>
      <Field ref={field} label={linkText.field} labelHidden readOnly value={address} dir="ltr" onFocus={(event) => event.target.select()} />
      <p className={styles.hint}>
        <Clock />
        <span>{worksFor(link)}</span>
      </p>
      <div className={styles.buttons}>
        {canShare && (
          <Button variant="primary" icon={<Share />} onClick={share}>
            {linkText.share}
          </Button>
        )}
        <Button variant={canShare ? 'soft' : 'primary'} icon={<Copy />} onClick={copy}>
          {copied === 'yes' ? linkText.copied : linkText.copy}
        </Button>
      </div>
      <span className="visually-hidden" role="status">
        {copied === 'yes' && linkText.copied}
      </span>
      {copied === 'failed' && <Note kind="danger">{linkText.copyFailed}</Note>}
      <Button variant="danger-quiet" wide busy={busy} onClick={onRevoke}>
        {linkText.revoke}
      </Button>
    </>
  );
}
