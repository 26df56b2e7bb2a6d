import { type ComponentType, useRef, useState } from 'react';
import { photoText } from '../../../text/images.ts';
import { pageTitle } from '../../../text/pages.ts';
import { signUpText } from '../../../text/sign-up.ts';
import { Button } from '../../../ui/forms/button.tsx';
import { LoadingSheet } from '../../../ui/overlays/loading-sheet.tsx';

/** The button below a sign-up that opens the privacy policy, which is a page only for members. `load` loads its text. */
export function PrivacySheet({
  load,
}: {
  readonly load: () => Promise<{ readonly default: ComponentType<{ readonly plain?: boolean }> }>;
}) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <Button ref={button} variant="quiet" size="small" onClick={() => setOpen(true)}>
        {signUpText.privacy}
      </Button>
      {open && (
        <LoadingSheet
          title={pageTitle.privacy}
          failedText={photoText.loadFailed}
          blockSize="60dvh"
          load={load}
          onClose={() => setOpen(false)}
          returnTo={button}
        >
          {({ default: Text }) => <Text plain />}
        </LoadingSheet>
      )}
    </>
  );
}
