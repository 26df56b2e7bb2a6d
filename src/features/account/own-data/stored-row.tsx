import { Database } from 'lucide-react';
import type { Answer } from '../../../data/session/request.ts';
import { storedText } from '../../../text/account.ts';
import { sizeText, usedText } from '../../../text/sizes.ts';
import { Item } from '../../../ui/list.tsx';
import { memberRequest } from '../member-request.ts';
import { useFetched } from '../use-fetched.ts';

/** What the member stores on the server, in bytes. */
interface Stored {
  readonly text_bytes: number;
  readonly photo_bytes: number;
  /** null for no limit */
  readonly max_bytes: number | null;
}

const readStored = (): Promise<Answer<Stored>> => memberRequest('GET', '/api/profiles/me/storage');

/** The row for how much the member stores on the server, of how much. */
export function StoredRow() {
  const { data, offline } = useFetched(readStored);
  const unknown = data === 'loading' && !offline ? '...' : offline ? storedText.offline : storedText.failed;
  const line = typeof data === 'string' ? unknown : usedText(data.text_bytes + data.photo_bytes, data.max_bytes);
  const photos = typeof data === 'string' || data.photo_bytes === 0 ? undefined : storedText.photos(sizeText(data.photo_bytes));
  return <Item plain lead={<Database />} title={storedText.title} line={line} line2={photos} />;
}
