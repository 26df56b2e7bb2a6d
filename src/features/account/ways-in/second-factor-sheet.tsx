import { ShieldCheck } from 'lucide-react';
import { useRef, useState } from 'react';
import { codeText } from '../../../text/sign-in-ways.ts';
import { Button } from '../../../ui/forms/button.tsx';
import { Sheet, type SheetControl } from '../../../ui/overlays/sheet.tsx';
import { NotFetched } from '../../../ui/states/not-fetched.tsx';
import { Note } from '../../../ui/states/note.tsx';
import { OtherDevicesOffer } from '../devices/other-devices-offer.tsx';
import styles from '../presence/sign-in-ways.module.css';
import { beginSecondFactor, readSignInWays, renewRecoveryCodes, turnOffSecondFactor } from '../presence/sign-in-ways.ts';
import formStyles from '../request-form.module.css';
import { RequestForm } from '../request-form.tsx';
import { ConfirmCode } from '../sign-in/confirm-code.tsx';
import { ProveWithCode } from '../sign-in/prove-with-code.tsx';
import { useFetched } from '../use-fetched.ts';
import { useRequest } from '../use-request.ts';
import { RecoveryCodes } from './recovery-codes.tsx';

/**
 * Sets up or turns off a code at each sign-in, and renews its recovery codes. It needs a connection, and says so before anything starts.
 * While recovery codes are shown, nothing closes it before the member says that they are kept.
 */
export function SecondFactorSheet(control: SheetControl) {
  const [holds, setHolds] = useState(false);
  const [unkept, setUnkept] = useState(0);
  return (
    <Sheet
      {...control}
      title={codeText.title}
      text={codeText.help}
      onOpenChange={(open) => (holds && !open ? setUnkept(unkept + 1) : control.onOpenChange(open))}
    >
      <SecondFactor
        unkept={unkept}
        onHold={(held) => {
          setHolds(held);
          setUnkept(0);
        }}
      />
    </Sheet>
  );
}

type Doing =
  | { readonly at: 'nothing'; readonly said?: string }
  | { readonly at: 'confirming'; readonly secret: string; readonly uri: string }
  | { readonly at: 'codes'; readonly codes: readonly string[]; readonly said: string }
  | { readonly at: 'renewing' | 'turning-off' };

function SecondFactor({ unkept, onHold }: { readonly unkept: number; readonly onHold: (held: boolean) => void }) {
  const { data: ways, offline, load, retry } = useFetched(readSignInWays);
  const [doing, setDoing] = useState<Doing>({ at: 'nothing' });
  const [changed, setChanged] = useState(false);
  const top = useRef<HTMLDivElement>(null);
  const begin = useRequest({
    offline,
    send: beginSecondFactor,
    onDone: ({ secret, uri }) => setDoing({ at: 'confirming', secret, uri }),
  });

  if (doing.at === 'codes')
    return (
      <RecoveryCodes
        codes={doing.codes}
        said={doing.said}
        unkept={unkept}
        onDone={() => {
          onHold(false);
          setDoing({ at: 'nothing' });
          void load();
        }}
      />
    );
  if (typeof ways === 'string')
    return <NotFetched state={offline ? 'offline' : ways} offlineText={codeText.offline} failedText={codeText.failed} onRetry={retry} />;

  const codes = (said: string) => (made: readonly string[]) => {
    setChanged(true);
    onHold(true);
    setDoing({ at: 'codes', codes: made, said });
    void load();
  };
  const cancel = () => {
    setDoing({ at: 'nothing' });
    top.current?.focus();
  };
  const shared = { offline, onCancel: cancel };
  return (
    <div ref={top} tabIndex={-1} className={styles.part}>
      {offline && <Note kind="warning">{codeText.offline}</Note>}
      {doing.at === 'nothing' && doing.said && <Note kind="success">{doing.said}</Note>}
      {doing.at === 'nothing' && changed && <OtherDevicesOffer from="code" offline={offline} />}
      {doing.at === 'confirming' && <ConfirmCode {...doing} offline={offline} onCodes={codes(codeText.turnedOn)} onCancel={cancel} />}
      {doing.at === 'renewing' && (
        <ProveWithCode
          {...shared}
          text={codeText.renewText}
          label={codeText.renew}
          send={renewRecoveryCodes}
          onDone={(made) => codes(codeText.renewed)(made.recovery_codes)}
        />
      )}
      {doing.at === 'turning-off' && (
        <ProveWithCode
          {...shared}
          danger
          text={codeText.turnOffText}
          label={codeText.turnOff}
          send={turnOffSecondFactor}
          onDone={async () => {
            await load();
            setChanged(true);
            setDoing({ at: 'nothing', said: codeText.turnedOff });
            top.current?.focus();
          }}
        />
      )}
      {doing.at === 'nothing' && ways.second_factor.on && (
        <>
          <Note kind="info">
            {codeText.on} {codeText.recoveryLeft(ways.second_factor.recovery_codes_left)}.
          </Note>
          <Button wide disabled={offline} onClick={() => setDoing({ at: 'renewing' })}>
            {codeText.renew}
          </Button>
          <Button variant="danger" wide disabled={offline} onClick={() => setDoing({ at: 'turning-off' })}>
            {codeText.turnOff}
          </Button>
        </>
      )}
      {doing.at === 'nothing' && !ways.second_factor.on && (
        <>
          <p className={formStyles.text}>{codeText.off}</p>
          <RequestForm form={begin}>
            <Button type="submit" variant="primary" wide icon={<ShieldCheck />} busy={begin.busy} disabled={offline}>
              {codeText.begin}
            </Button>
          </RequestForm>
        </>
      )}
    </div>
  );
}
