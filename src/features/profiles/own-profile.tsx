// The member themself, as others see them, changed where it stands.

import { type ReactNode, useCallback, useState } from 'react';
import type { SessionUser } from '../../../schemas/account/session-answer.ts';
import { useLiveDocument } from '../../data/local-store.tsx';
import { profileText } from '../../text/profiles.ts';
import { classes } from '../../ui/classes.ts';
import { Note } from '../../ui/note.tsx';
import { useRefusedWrite } from '../outbox/use-refused-write.ts';
import { InPlaceField } from './in-place-field.tsx';
import { OwnInterests } from './own-interests.tsx';
import { OwnPhoto } from './own-photo.tsx';
import styles from './own-profile.module.css';
import { RefusedProfile } from './refused-profile.tsx';
import type { ProfileField } from './write-profile.ts';

type Open = ProfileField | 'interests' | 'photo' | null;

/** Photo, name, address, and what one says of oneself. One field is open at a time. */
export function OwnProfile({ user, email }: { readonly user: SessionUser; readonly email: string }): ReactNode {
  const { row } = useLiveDocument('profiles', user.id);
  const { refused, settle } = useRefusedWrite('profiles');
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
    // It opens by itself, but takes nobody out of another.
    onFound: () => setOpen((before) => before ?? field),
    onClose: () => {
      setBegin({});
      close();
    },
  });
  return (
    <>
      <div className={styles.person}>
        <OwnPhoto
          userId={user.id}
          name={name}
          imageUrl={row?.profile_image_url}
          here={Boolean(row)}
          open={open === 'photo'}
          onOpen={() => setOpen('photo')}
          onClose={close}
        />
        {row ? <InPlaceField {...fieldOf('name')} large /> : <span className={styles.name}>{name}</span>}
        <span className={styles.mail}>{email}</span>
      </div>
      {refused && row && (
        <RefusedProfile refused={refused} held={row} onTake={take} onPhoto={() => setOpen('photo')} onDiscard={() => void settle()} />
      )}
      {row === undefined && <div className={classes(styles.fields, styles.loading)} aria-busy="true" />}
      {row === null && <Note>{profileText.later}</Note>}
      {row && (
        <div className={styles.fields}>
          <InPlaceField {...fieldOf('bio')} />
          <InPlaceField {...fieldOf('location')} />
          <OwnInterests interests={row.interests} open={open === 'interests'} onOpen={() => setOpen('interests')} onClose={close} />
        </div>
      )}
    </>
  );
}
