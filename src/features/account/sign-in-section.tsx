import { FingerprintPattern, Smartphone } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { settingsText } from '../../text/account.ts';
import { codeText, passkeyText } from '../../text/sign-in-ways.ts';
import { Item, List } from '../../ui/list.tsx';
import { Section } from '../../ui/section.tsx';

const loadPasskeys = async () => ({ default: (await import('./passkeys-sheet.tsx')).PasskeysSheet });
const loadCode = async () => ({ default: (await import('./second-factor-sheet.tsx')).SecondFactorSheet });
const PasskeysSheet = lazy(loadPasskeys);
const SecondFactorSheet = lazy(loadCode);

type Way = 'passkeys' | 'code';

/** Ways to sign in besides the password. The sheets are loaded in the background, so that they also open without a network. */
export function SignInSection() {
  const [open, setOpen] = useState<Way | null>(null);
  const [loaded, setLoaded] = useState<ReadonlySet<Way>>(new Set());
  const opener = useRef<HTMLElement>(null);
  useEffect(() => {
    for (const load of [loadPasskeys, loadCode]) load().catch(() => undefined);
  }, []);
  const show = (way: Way) => () => {
    if (document.activeElement instanceof HTMLElement) opener.current = document.activeElement;
    setLoaded((before) => new Set([...before, way]));
    setOpen(way);
  };
  const sheetOf = (way: Way) => ({
    open: open === way,
    onOpenChange: (isOpen: boolean) => setOpen(isOpen ? way : null),
    returnTo: opener,
  });
  return (
    <Section title={settingsText.signIn}>
      <List>
        <Item plain lead={<FingerprintPattern />} title={passkeyText.title} line={passkeyText.line} onPress={show('passkeys')} />
        <Item plain lead={<Smartphone />} title={codeText.title} line={codeText.line} onPress={show('code')} />
      </List>
      <Suspense fallback={null}>
        {loaded.has('passkeys') && <PasskeysSheet {...sheetOf('passkeys')} />}
        {loaded.has('code') && <SecondFactorSheet {...sheetOf('code')} />}
      </Suspense>
    </Section>
  );
}
