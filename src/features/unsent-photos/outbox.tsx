import { OutboxSheet } from '../outbox/outbox-sheet.tsx';
import { PhotosEntry } from './photos-entry.tsx';

/** The outbox, with the photos in it. */
export default function Outbox() {
  return <OutboxSheet PhotosEntry={PhotosEntry} />;
}
