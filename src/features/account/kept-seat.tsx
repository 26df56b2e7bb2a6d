import { authText } from '../../text/auth.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { ImageSourceContext } from '../../ui/image-source.ts';
import { SeatPicture } from '../../ui/seat-picture.tsx';
import { WholePageWords } from '../../ui/whole-page.tsx';
import type { FoundInvitation } from './find-invitation.ts';

/** The inviter, shown above the form that signs up or in. */
export function KeptSeat({ invitation: { name, picture } }: { readonly invitation: FoundInvitation }) {
  return (
    <WholePageWords
      picture={
        <ImageSourceContext.Provider value={(url) => url ?? undefined}>
          <SeatPicture host={<Avatar userId={name} name={name} imageUrl={picture} />} />
        </ImageSourceContext.Provider>
      }
      title={
        <>
          <bdi>{name}</bdi> {authText.keepsSeat}
        </>
      }
      text={authText.seatHelp}
    />
  );
}
