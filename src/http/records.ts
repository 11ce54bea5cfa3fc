/** Answers one record of the library. */
import type { Context } from 'koa';

import type { RecordKind } from '../library/ids.js';
import { type Library, unknownId } from '../library/library.js';
import type { Shape } from '../library/store/records.js';
import { JSON_TYPE } from './answer.js';

/** @throws NotFound UNKNOWN_ID */
export async function answerRecord<Kind extends RecordKind>(
  ctx: Context,
  library: Library,
  kind: Kind,
  id: string,
  shape: Shape<Kind>,
): Promise<void> {
  const key = await library.find(kind, id);
  const rows = key === undefined ? undefined : await library.records(kind, [key], shape);
  if (rows === undefined || rows.length <= '[]'.length) throw unknownId(kind);
  ctx.set('Content-Type', JSON_TYPE);
  ctx.body = rows.subarray(1, -1);
}
