import { FingerprintPattern, Smartphone } from 'lucide-react';
import { lazy, Suspense, useEffect } from 'react';
import type { SignInWays } from '../../../../schemas/account/sign-in-ways.ts';
import { codeText, passkeyText } from '../../../text/sign-in-ways.ts';
import { Item } from '../../../ui/list.tsx';
import type { SheetControl } from '../../../ui/overlays/sheet.tsx';
import { useSheets } from '../../../ui/overlays/use-sheets.ts';

const loadPasskeys = async () => ({ default: (await import('./passkeys-sheet.tsx')).PasskeysSheet });
const loadCode = async () => ({ default: (await import('./second-factor-sheet.tsx')).SecondFactorSheet });
const PasskeysSheet = lazy(loadPasskeys);
const SecondFactorSheet = lazy(loadCode);

type Way = 'passkeys' | 'code';

/**
 * Rows for the ways to sign in besides the password, each with its state if that is known. `at` is the sheet that is open at first; `onClosed`
 * is called when either may have changed something. The sheets are loaded in the background, so that they also open without a network.
 */
export function SignInRows({
  ways,
  at,
  onClosed,
}: {
  readonly ways: SignInWays | undefined;
  readonly at: Way | undefined;
  readonly onClosed: () => void;
}) {
  const { open, sheetOf } = useSheets<Way>(at);
  useEffect(() => {
    for (const load of [loadPasskeys, loadCode]) load().catch(() => undefined);
  }, []);
  const closing = ({ onOpenChange, ...control }: SheetControl): SheetControl => ({
    ...control,
    onOpenChange: (isOpen) => {
      onOpenChange(isOpen);
      if (!isOpen) onClosed();
    },
  });
  const [passkeys, code] = [closing(sheetOf('passkeys')), closing(sheetOf('code'))];
  return (
    <>
      <Item
        plain
        lead={<FingerprintPattern />}
        title={passkeyText.title}
        line={passkeyText.line}
        status={ways?.passkeys.length || undefined}
        onPress={open('passkeys')}
      />
      <Item
        plain
        lead={<Smartphone />}
        title={codeText.title}
        line={codeText.line}
        status={ways && (ways.second_factor.on ? codeText.isOn : codeText.isOff)}
        onPress={open('code')}
      />
      <Suspense fallback={null}>
        {passkeys.open && <PasskeysSheet {...passkeys} />}
        {code.open && <SecondFactorSheet {...code} />}
      </Suspense>
    </>
  );
}
