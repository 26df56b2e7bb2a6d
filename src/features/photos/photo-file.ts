import { fileNamePart } from '../../../schemas/base/file-name.ts';
import { type ImageType, imageTypes } from '../../../schemas/images/image.ts';

const endings: Record<ImageType, string> = { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/webp': 'webp' };
const isImageType = (type: string): type is ImageType => (imageTypes as readonly string[]).includes(type);

/**
 * The name under which a photo is saved: whose it is, from which day (on the clock of this device), and its place in its row, from 1.
 * `Ana-Ribeiro-2026-11-29-2.webp`
 */
export function photoFileName(author: string, createdAt: string, nth: number, type: string): string {
  const name = fileNamePart(author, 'photo').replaceAll(' ', '-');
  const date = new Date(createdAt);
  const numbers = [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((number) => String(number).padStart(2, '0'));
  const day = Number.isNaN(date.getTime()) ? [] : numbers;
  return `${[name, ...day, nth].join('-')}.${isImageType(type) ? endings[type] : 'webp'}`;
}
