/** What a person may call a playlist or a folder, and say of it. In UTF-16 units at most; schemas are made from it. */

/** No C0 or C1 control character. */
export const PRINTABLE = '^[^\\u0000-\\u001f\\u007f-\\u009f]*$';
/** No control character but those between lines. */
export const PRINTABLE_LINES = '^[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f]*$';

export const NAME_LIMIT = 250;
export const DESCRIPTION_LIMIT = 4000;
/** Name or address of a picture. */
export const IMAGE_LIMIT = 4096;
/** Id of a record or of a folder. */
export const ID_LIMIT = 100;

/** What playlists of both kinds are called. */
export interface PlaylistTexts {
  readonly name: string;
  readonly description: string | null;
  readonly image: string | null;
  readonly folderId: string | null;
}
