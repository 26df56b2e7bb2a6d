import { Avatar } from '../../ui/avatar.tsx';
import { ImageSourceContext } from '../../ui/image-source.ts';
import { SeatPicture } from '../../ui/seat-picture.tsx';
import type { FoundInvitation } from './find-invitation.ts';
import styles from './kept-seat.module.css';

/** Who invites, above the form that signs up or in. */
export function KeptSeat({ invitation: { name, picture } }: { readonly invitation: FoundInvitation }) {
  return (
    <div className={styles.seat}>
      <ImageSourceContext.Provider value={(url) => url ?? undefined}>
        <SeatPicture host={<Avatar userId={name} name={name} imageUrl={picture} />} />
      </ImageSourceContext.Provider>
      <h1 className={styles.title} tabIndex={-1}>
        <bdi>{name}</bdi> keeps a seat for you
      </h1>
      <p className={styles.text}>Kith is a small table for close friends. One of the seats is meant for you.</p>
    </div>
  );
}
