import type { ProfileText } from '../../../schemas/profiles/profile.ts';
import { refusalWording } from '../../../schemas/wording/refusal-wording.ts';
import type { Refused } from '../../../workers/device/outbox.ts';
import { commonText } from '../../text/common.ts';
import { photoText } from '../../text/images.ts';
import { outboxText, refusedTitle } from '../../text/outbox.ts';
import { profileText } from '../../text/profiles.ts';
import { Button } from '../../ui/forms/button.tsx';
import { Note } from '../../ui/states/note.tsx';
import styles from './refused-profile.module.css';
import { type ProfileField, profileFields } from './write-profile.ts';

/** A refused change of the member's own profile. Each text can be edited again and another photo chosen, until the change is discarded. */
export function RefusedProfile({
  refused,
  stored,
  onTake,
  onPhoto,
  onDiscard,
}: {
  readonly refused: Refused;
  /** the stored profile */
  readonly stored: ProfileText;
  readonly onTake: (field: ProfileField, text: string) => void;
  readonly onPhoto: () => void;
  readonly onDiscard: () => void;
}) {
  return (
    <Note kind="danger">
      <p className={styles.title}>{refusedTitle.profiles}</p>
      <p>{refusalWording[refused.code]}</p>
      <ul className={`stack gap-2 ${styles.texts}`}>
        {refusedFields(refused, stored).map(([field, text]) => (
          <li key={field}>
            <p className={styles.text} dir="auto">
              {profileText[field]}: {text}
            </p>
            <Button size="small" onClick={() => onTake(field, text)}>
              {outboxText.useOther}
            </Button>
          </li>
        ))}
      </ul>
      {isRefusedPhoto(refused, stored) && (
        <Button size="small" onClick={onPhoto}>
          {photoText.refusedAgain}
        </Button>
      )}
      <Button size="small" onClick={onDiscard}>
        {commonText.discard}
      </Button>
    </Note>
  );
}

/** The fields in which a refused write differs from the stored profile. */
export function refusedFields(refused: Refused, stored: Pick<ProfileText, ProfileField>): readonly (readonly [ProfileField, string])[] {
  return profileFields.flatMap((field) => {
    const text = refused.document[field];
    return typeof text === 'string' && text !== '' && text !== stored[field] ? [[field, text] as const] : [];
  });
}

/** Whether a refused write named a photo other than the stored one: its bytes were refused, or another device was faster. */
export function isRefusedPhoto(refused: Refused, stored: Pick<ProfileText, 'profile_image_url'>): boolean {
  const { profile_image_url: photo } = refused.document;
  return typeof photo === 'string' && photo !== stored.profile_image_url;
}
