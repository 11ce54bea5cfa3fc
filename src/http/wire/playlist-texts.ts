/** What a playlist of either kind is called on the wire, and what is said of it. */
import {
  DESCRIPTION_LIMIT,
  ID_LIMIT,
  IMAGE_LIMIT,
  NAME_LIMIT,
  type PlaylistTexts,
  PRINTABLE,
  PRINTABLE_LINES,
} from '../../playlists/texts.js';

/** What a new playlist or folder is called. */
export const NameSchema = {
  type: 'string',
  minLength: 1,
  maxLength: NAME_LIMIT,
  pattern: PRINTABLE,
  description: 'Name, without control characters.',
} as const;

/** What a playlist of either kind may be said to be, besides its name. */
export const TEXTS = {
  description: {
    type: ['string', 'null'],
    maxLength: DESCRIPTION_LIMIT,
    pattern: PRINTABLE_LINES,
    description: 'For people; it may have several lines.',
  },
  image: {
    type: ['string', 'null'],
    maxLength: IMAGE_LIMIT,
    pattern: PRINTABLE,
    description: 'Name or address of a picture.',
  },
  folder_id: {
    type: ['string', 'null'],
    maxLength: ID_LIMIT,
    pattern: PRINTABLE,
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
export function toTexts({ name, description, image, folder_id: folderId }: WireTexts): PlaylistTexts {
  return { name, description: description ?? null, image: image ?? null, folderId: folderId ?? null };
}
