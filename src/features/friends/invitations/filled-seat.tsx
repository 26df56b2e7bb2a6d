import { useLiveDocument, useOwnId } from '../../../data/store/local-store.tsx';
import { Avatar } from '../../../ui/people/avatar.tsx';
import { SeatPicture } from '../../../ui/people/seat-picture.tsx';

/** A table at which the signed-in member takes a seat. The words beside it say so. */
export function FilledSeat({
  host: { userId: id, name, imageUrl },
}: {
  readonly host: { readonly userId: string; readonly name: string; readonly imageUrl: string | null };
}) {
  const userId = useOwnId();
  const { row: own } = useLiveDocument('profiles', userId);
  return (
    <SeatPicture
      host={<Avatar userId={id} name={name} imageUrl={imageUrl} />}
      taken={<Avatar userId={userId} name={own?.name ?? ''} imageUrl={own?.profile_image_url} />}
    />
  );
}
