/** What a playlist of either kind is called on the wire, and what is said of it. */
import * as texts from '../../playlists/texts.js';

/** What a new playlist or folder is called. */
export const NameSchema = {
  type: 'string',
  minLength: 1,
  maxLength: texts.NAME_LIMIT,
  pattern: texts.PRINTABLE,
  description: 'Name, without control characters.',
} as const;

/** What a playlist of either kind may be said to be, besides its name. */
export const TEXTS = {
  description: {
    type: ['string', 'null'],
    maxLength: texts.DESCRIPTION_LIMIT,
    pattern: texts.PRINTABLE_LINES,
    description: 'For people; it may have several lines.',
  },
  image: {
    type: ['string', 'null'],
    maxLength: texts.IMAGE_LIMIT,
    pattern: texts.PRINTABLE,
    description: 'Name or address of a picture.',
  },
  folder_id: {
    type: ['string', 'null'],
    maxLength: texts.ID_LIMIT,
    pattern: texts.PRINTABLE,
    description: 'Id of the folder that it is in; it need not exist.',
  },
} as const;

interface WireTexts {
  readonly name: string;
  readonly description?: string | null;
  readonly image?: string | null;
  readonly folder_id?: string | null;
}

/** What is left out is null. */
export function toTexts({ name, description, image, folder_id: folderId }: WireTexts): texts.PlaylistTexts {
  return { name, description: description ?? null, image: image ?? null, folderId: folderId ?? null };
}
