import UnarrivedPhotos from '../../features/photos/compose/unarrived-photos.tsx';
import ShareWaits from '../../features/share-target/share-waits.tsx';

/** Says after a start what waits for its member: what other apps shared, and a form whose page ended while a photo was chosen for it. */
export default function WhatWaits() {
  return (
    <>
      <ShareWaits />
      <UnarrivedPhotos />
    </>
  );
}
