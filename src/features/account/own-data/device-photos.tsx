import { Images } from 'lucide-react';
import { useState } from 'react';
import { clearFetched, type ImagesHere, useImagesHere } from '../../../data/images/images-here.ts';
import { useOffline } from '../../../data/store/connection.ts';
import { devicePhotosText } from '../../../text/device-photos.ts';
import { Button } from '../../../ui/forms/button.tsx';
import { Item } from '../../../ui/list.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';

/** The row for the photos that this device stores. What the server can send again is cleared here, after a question. */
export function DevicePhotos() {
  const here = useImagesHere();
  const [asked, setAsked] = useState(false);
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState('');
  const counted = typeof here === 'object' ? here : undefined;

  const ask = () => {
    const nothing = counted?.fetched.count === 0;
    setSaid(nothing ? devicePhotosText.nothing(counted.all.count > 0) : '');
    setAsked(!nothing);
  };
  const clear = async () => {
    setBusy(true);
    setSaid(
      await clearFetched().then(
        () => devicePhotosText.cleared,
        (error: unknown) => {
          console.warn('Could not clear photos', error);
          return devicePhotosText.failed;
        },
      ),
    );
    setBusy(false);
    setAsked(false);
  };

  const line = here === undefined ? '...' : counted ? devicePhotosText.held(counted.all) : devicePhotosText.notCounted;
  return (
    <>
      <Item
        plain
        lead={<Images />}
        title={devicePhotosText.title}
        line={line}
        line2={<span role="status">{said}</span>}
        actions={
          counted && (
            <Button size="small" variant="soft" aria-label={devicePhotosText.clearPhotos} onClick={ask}>
              {devicePhotosText.clear}
            </Button>
          )
        }
      />
      <ConfirmDialog
        open={asked}
        onOpenChange={(open) => open || busy || setAsked(false)}
        title={devicePhotosText.question}
        text={counted && <WhatGoes here={counted} />}
        confirmLabel={busy ? devicePhotosText.clearing : devicePhotosText.clearPhotos}
        busy={busy}
        onConfirm={() => void clear()}
      />
    </>
  );
}

function WhatGoes({ here: { all, fetched } }: { readonly here: ImagesHere }) {
  const offline = useOffline();
  return (
    <div className="stack gap-2">
      <p>{devicePhotosText.goes(fetched)}</p>
      <p>{all.count > fetched.count ? `${devicePhotosText.comesAgain} ${devicePhotosText.ownStay}` : devicePhotosText.comesAgain}</p>
      {offline && <p>{devicePhotosText.offline}</p>}
    </div>
  );
}
