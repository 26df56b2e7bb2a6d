import UnarrivedPhotos from '../../features/photos/compose/unarrived-photos.tsx';
import PushStart from '../../features/push/push-start.tsx';
import ShareWaits from '../../features/share-target/share-waits.tsx';
import { OpenOnPress, type PageAt } from './open-on-press.tsx';

/**
 * Says after a start what waits for its member: what other apps shared, and a form whose page ended while a photo was chosen for it. Also
 * begins what notices of this device need.
 */
export default function WhatWaits({ pageAt }: { readonly pageAt: PageAt }) {
  return (
    <>
      <ShareWaits />
      <UnarrivedPhotos />
      <PushStart />
      <OpenOnPress pageAt={pageAt} />
    </>
  );
}
