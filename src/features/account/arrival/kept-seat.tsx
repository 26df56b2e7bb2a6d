import { keptSeatText } from '../../../text/kept-seat.ts';
import { Avatar } from '../../../ui/people/avatar.tsx';
import { ImageSourceContext } from '../../../ui/people/image-source.ts';
import { SeatPicture } from '../../../ui/people/seat-picture.tsx';
import { WholePageWords } from '../../../ui/states/whole-page.tsx';
import type { FoundInvitation } from './find-invitation.ts';

/** The inviter, shown above the form that signs up or in. */
export function KeptSeat({ invitation: { name, picture, email, atOnce } }: { readonly invitation: FoundInvitation }) {
  return (
    <WholePageWords
      picture={
        <ImageSourceContext.Provider value={(url) => url ?? undefined}>
          <SeatPicture host={<Avatar userId={name} name={name} imageUrl={picture} />} />
        </ImageSourceContext.Provider>
      }
      title={
        <>
          <bdi>{name}</bdi> {keptSeatText.wouldLikeYou}
        </>
      }
      // By a link that its maker may have given to anybody, the visitor asks. By a mail they are asked.
      text={
        email === undefined ? `${keptSeatText.seatHelp} ${atOnce ? keptSeatText.seatAtOnce : keptSeatText.seatAsks}` : keptSeatText.seatHelp
      }
    />
  );
}
