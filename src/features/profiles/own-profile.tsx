// The signed-in member's profile as others see it, edited in place.

import { type ReactNode, useCallback, useState } from 'react';
import type { SessionUser } from '../../../schemas/account/session-answer.ts';
import type { ProfileText } from '../../../schemas/profiles/profile.ts';
import { useLiveDocument } from '../../data/store/local-store.tsx';
import { profileText } from '../../text/profiles.ts';
import { classes } from '../../ui/classes.ts';
import { Note } from '../../ui/states/note.tsx';
import { PendingLine, usePendingMark } from '../outbox/pending-line.tsx';
import { useRefusedWrite } from '../outbox/use-refused-write.ts';
import { InPlaceField } from './in-place-field.tsx';
import { OwnInterests } from './own-interests.tsx';
import { OwnPhoto } from './own-photo.tsx';
import styles from './own-profile.module.css';
import { RefusedProfile } from './refused-profile.tsx';
import type { ProfileField } from './write-profile.ts';

type Open = ProfileField | 'interests' | 'photo' | null;

/** Photo, name, address, and the texts of the profile. One field is open at a time. */
export function OwnProfile({ user, email }: { readonly user: SessionUser; readonly email: string }): ReactNode {
  const { row } = useLiveDocument('profiles', user.id);
  const { refused, settle } = useRefusedWrite('profiles');
  const pending = usePendingMark(row ?? { pending: 0, write_id: '' });
  const [open, setOpen] = useState<Open>(null);
  const [begin, setBegin] = useState<Partial<Record<ProfileField, string>>>({});
  const close = useCallback(() => setOpen(null), []);

  const name = row?.name ?? user.name;
  const take = (field: ProfileField, text: string) => {
    setBegin({ [field]: text });
    setOpen(field);
  };
  const fieldOf = (field: ProfileField) => ({
    field,
    value: row?.[field] ?? '',
    open: open === field,
    begin: begin[field],
    onOpen: () => setOpen(field),
    // A found draft opens its field, but not while another field is open.
    onFound: () => setOpen((before) => before ?? field),
    onClose: () => {
      setBegin({});
      close();
    },
  });
  /** How each field is written. */
  const inputs: Record<keyof ProfileText, ReactNode> = {
    profile_image_url: (
      <OwnPhoto
        userId={user.id}
        name={name}
        imageUrl={row?.profile_image_url}
        isStored={Boolean(row)}
        open={open === 'photo'}
        onOpen={() => setOpen('photo')}
        onClose={close}
      />
    ),
    name: row ? <InPlaceField {...fieldOf('name')} large /> : <span className={styles.name}>{name}</span>,
    bio: <InPlaceField {...fieldOf('bio')} />,
    location: <InPlaceField {...fieldOf('location')} />,
    interests: (
      <OwnInterests interests={row?.interests ?? []} open={open === 'interests'} onOpen={() => setOpen('interests')} onClose={close} />
    ),
  };
  return (
    <>
      <div className={`stack gap-1 ${styles.person}`}>
        {inputs.profile_image_url}
        {inputs.name}
        <span className={`small ${styles.mail}`}>{email}</span>
        {row && pending && <PendingLine changed writeId={row.write_id} />}
      </div>
      {refused && row && (
        <RefusedProfile refused={refused} stored={row} onTake={take} onPhoto={() => setOpen('photo')} onDiscard={() => void settle()} />
      )}
      {row === undefined && <div className={classes('card', styles.fields, styles.loading)} aria-busy="true" />}
      {row === null && <Note>{profileText.later}</Note>}
      {row && (
        <div className={`card ${styles.fields}`}>
          {inputs.bio}
          {inputs.location}
          {inputs.interests}
        </div>
      )}
    </>
  );
}
