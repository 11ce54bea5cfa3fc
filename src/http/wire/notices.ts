/** What happened to the box and somebody should know. */
import type { BoxNotice } from '../../system/notices.js';
import { choice, count, integerOrNull, listOf, named, record, text } from '../schema.js';
import { toWire } from './names.js';

const NoticeSchema = record('What happened to the box, until somebody has read it.', {
  id: text('Acknowledges it: `DELETE /system/notices/{id}`.'),
  at: count('When it happened, in Unix seconds.'),
  code: choice(
    ['STATE_RESTORED', 'STATE_BEFORE_UPDATE', 'STATE_FROM_BACKUP', 'STATE_SALVAGED', 'STATE_LOST'],
    'The database of what people did was lost or damaged, and its last daily copy came back, with what could still be ' +
      'read; there was no copy, and the last automatic backup came back; or what could be read; or nothing ' +
      'did. `STATE_BEFORE_UPDATE`: an update was rolled back, and the copy from before it is in use.',
  ),
  copied_at: integerOrNull('When that copy or backup was made, in Unix seconds; null without one.'),
  salvaged_rows: count('Rows of the damaged file that could still be read.'),
  text: text('For people.'),
});

export const NoticesSchema = named('Notices').schema(listOf(NoticeSchema));

export const toNotice = (notice: BoxNotice) => toWire(NoticeSchema, notice);
