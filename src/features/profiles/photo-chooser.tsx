// The content of the photo sheet: the member's photo is chosen or removed.
import { refusalWording } from '../../../schemas/wording/refusal-wording.ts';
import { lacksDiskSpace } from '../../../workers/device/lacks-disk-space.ts';
import { keepImage } from '../../data/images/images.ts';
import type { ChosenFile } from '../../data/photos/read-chosen.ts';
import { useOnline } from '../../data/session/use-online.ts';
import { useStore } from '../../data/store/local-store.tsx';
import { photoText } from '../../text/images.ts';
import { ImageChooser } from '../../ui/images/image-chooser.tsx';
import { Avatar } from '../../ui/people/avatar.tsx';
import { writeProfilePhoto } from './write-profile.ts';

export interface PhotoChooserProps {
  readonly userId: string;
  readonly name: string;
  /** the present photo */
  readonly imageUrl: string | null;
  /** chosen, dropped or pasted outside of the sheet; the latest is opened */
  readonly file: ChosenFile | undefined;
  /** whether a file is being dragged over the page */
  readonly dropping: boolean;
  readonly onClose: () => void;
}

/** The messages for a photo that could not be stored or removed. */
const using = { noDiskSpace: photoText.noDiskSpace, failed: photoText.failed };
const removing = { noDiskSpace: photoText.removeNoDiskSpace, failed: photoText.removeFailed };

export function PhotoChooser({ userId, name, imageUrl, file, dropping, onClose }: PhotoChooserProps) {
  const store = useStore();
  const online = useOnline();

  /** Writes the decision and closes the sheet. Resolves with the reason if it cannot be stored. */
  const write = async (decide: () => Promise<string | null>, said: { readonly noDiskSpace: string; readonly failed: string }) => {
    try {
      const verdict = await writeProfilePhoto(store, await decide());
      if (!verdict.allowed) return refusalWording[verdict.code];
      onClose();
      return undefined;
    } catch (reason) {
      if (!lacksDiskSpace(reason)) console.error('A photo could not be kept', reason);
      return lacksDiskSpace(reason) ? said.noDiskSpace : said.failed;
    }
  };

  return (
    <ImageChooser
      present={<Avatar userId={userId} name={name} imageUrl={imageUrl} size={96} />}
      file={file}
      dropping={dropping}
      online={online}
      onUse={(crop) => write(async () => keepImage(await crop()), using)}
      removal={imageUrl === null ? undefined : { help: photoText.removeHelp, onRemove: () => write(async () => null, removing) }}
    />
  );
}
