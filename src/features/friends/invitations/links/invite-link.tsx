// Invites by a link: scanned by the camera of a person nearby, or sent through any app that both use.
import { Clock, Copy, Link as LinkIcon, Share } from 'lucide-react';
import { Fragment, useEffect, useRef, useState } from 'react';
import type { InviteLink as Link } from '../../../../../schemas/friends/invite-link.ts';
import { linkText, worksFor } from '../../../../text/invitations.ts';
import { Button } from '../../../../ui/forms/button.tsx';
import { Field } from '../../../../ui/forms/field.tsx';
import { Segmented } from '../../../../ui/forms/segmented.tsx';
import { Item, List } from '../../../../ui/list.tsx';
import { QrCode } from '../../../../ui/qr-code.tsx';
import { RelativeTime } from '../../../../ui/relative-time.tsx';
import { Note } from '../../../../ui/states/note.tsx';
import styles from './invite-link.module.css';
import { addressOf, hasUsesLeft, useInviteLinks } from './use-invite-links.ts';

const choices = [
  { value: '1', label: linkText.onePerson },
  { value: '3', label: linkText.upToThree },
] as const;
type Uses = (typeof choices)[number]['value'];

const answers = [
  { value: 'asks', label: linkText.asksMe },
  { value: 'at-once', label: linkText.atOnce },
] as const;

/** Makes links, shows those that this device made, and lists all with the people who came by them. */
export function InviteLink() {
  const { links, unreached, offline, error, busy, make, takeBack } = useInviteLinks();
  const [uses, setUses] = useState<Uses>('1');
  const [answer, setAnswer] = useState<'asks' | 'at-once'>('asks');
  /** the link that is shown; undefined for the newest that can be, null for none */
  const [chosen, setChosen] = useState<string | null>();
  const maker = useRef<HTMLButtonElement>(null);
  const toMaker = useRef(false);
  const showable = links.filter((link) => hasUsesLeft(link) && link.token !== undefined);
  const shown = chosen === null ? undefined : (showable.find(({ id }) => id === chosen) ?? showable[0]);
  const others = links.filter((link) => link !== shown);
  // The focused element was removed with the link.
  useEffect(() => {
    if (!shown && toMaker.current) maker.current?.focus();
    toMaker.current = false;
  }, [shown]);
  const end = (id: string) => {
    toMaker.current = true;
    void takeBack(id);
  };
  const makeAnother = () => {
    toMaker.current = true;
    setChosen(null);
  };
  const makeOne = async () => {
    const id = await make(answer === 'at-once' ? { uses: 1, at_once: true } : { uses: Number(uses), at_once: false });
    if (id !== undefined) setChosen(id);
  };
  return (
    <div className="stack gap-3">
      {unreached && <Note>{linkText.offline}</Note>}
      {error && <Note kind="danger">{error}</Note>}
      {shown?.token ? (
        <>
          <ShownLink key={shown.id} link={shown} address={addressOf(shown.token)} busy={busy || offline} onTakeBack={() => end(shown.id)} />
          <Button variant="quiet" wide onClick={makeAnother}>
            {linkText.another}
          </Button>
        </>
      ) : (
        <>
          <Segmented label={linkText.whatHappens} value={answer} onChange={setAnswer} options={answers} />
          {answer === 'asks' ? (
            <Segmented label={linkText.forWhom} value={uses} onChange={setUses} options={choices} />
          ) : (
            <p className={`small ${styles.hint}`}>{linkText.atOnceHelp}</p>
          )}
          <Button ref={maker} variant="primary" wide icon={<LinkIcon />} busy={busy} disabled={offline} onClick={() => void makeOne()}>
            {linkText.make}
          </Button>
        </>
      )}
      {others.length > 0 && (
        <section className={`stack gap-2 ${styles.others}`}>
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
                line={hasUsesLeft(link) ? worksFor(link) : linkText.usedUp}
                line2={link.came.length > 0 && <Came people={link.came} />}
                actionsBelow
                actions={
                  hasUsesLeft(link) && (
                    <>
                      {link.token && (
                        <Button
                          size="small"
                          variant="soft"
                          aria-label={linkText.showWhich(worksFor(link))}
                          onClick={() => setChosen(link.id)}
                        >
                          {linkText.show}
                        </Button>
                      )}
                      <Button
                        size="small"
                        variant="soft"
                        busy={busy}
                        disabled={offline}
                        aria-label={`${linkText.revoke}: ${worksFor(link)}`}
                        onClick={() => void takeBack(link.id)}
                      >
                        {linkText.revokeShort}
                      </Button>
                    </>
                  )
                }
              />
            ))}
          </List>
        </section>
      )}
    </div>
  );
}

/** The people who came by a link. */
function Came({ people }: { readonly people: Link['came'] }) {
  return (
    <span className={`clamp ${styles.came}`}>
      {linkText.usedBy}{' '}
      {people.map(({ id, name }, nth) => (
        <Fragment key={id}>
          {nth > 0 && ', '}
          <bdi>{name}</bdi>
        </Fragment>
      ))}
    </span>
  );
}

interface ShownLinkProps {
  readonly link: Link;
  readonly address: string;
  readonly busy: boolean;
  readonly onTakeBack: () => void;
}

/** `kith.example/auth#invite=7k2m…`: enough to see where it leads. */
const shortOf = (address: string): string => address.replace(/^https?:\/\//, '').replace(/(=.{4}).*$/, '$1…');

function ShownLink({ link, address, busy, onTakeBack }: ShownLinkProps) {
  const first = useRef<HTMLButtonElement>(null);
  const [copied, setCopied] = useState<'no' | 'yes' | 'failed'>('no');
  // The link replaces the button that had the focus.
  useEffect(() => first.current?.focus(), []);
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
      <p className={`row gap-2 small small-icons ${styles.hint}`}>{linkText.camera}</p>
      <a className={styles.address} href={address} dir="ltr">
        {shortOf(address)}
      </a>
      <p className={`row gap-2 small small-icons ${styles.hint}`}>
        <Clock />
        <span>{worksFor(link)}</span>
      </p>
      <div className={styles.buttons}>
        {canShare && (
          <Button ref={first} variant="primary" icon={<Share />} onClick={share}>
            {linkText.share}
          </Button>
        )}
        <Button ref={canShare ? undefined : first} variant={canShare ? 'soft' : 'primary'} icon={<Copy />} onClick={copy}>
          {copied === 'yes' ? linkText.copied : linkText.copy}
        </Button>
      </div>
      <span className="visually-hidden" role="status">
        {copied === 'yes' && linkText.copied}
      </span>
      {copied === 'failed' && (
        <>
          <Note kind="danger">{linkText.copyFailed}</Note>
          <Field label={linkText.field} labelHidden readOnly value={address} dir="ltr" onFocus={(event) => event.target.select()} />
        </>
      )}
      <Button variant="danger-quiet" wide busy={busy} onClick={onTakeBack}>
        {linkText.revoke}
      </Button>
    </>
  );
}
