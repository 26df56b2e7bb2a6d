import { commonText } from '../../text/common.ts';
import { notify } from './toast.ts';

/** Copies a text, and says whether that worked. */
export function copyText(text: string): void {
  navigator.clipboard.writeText(text).then(
    () => notify.success(commonText.copied),
    () => notify.error(commonText.copyFailed),
  );
}
