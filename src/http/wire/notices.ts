/** What happened to the box and somebody should know. */
import type { BoxNotice } from '../../system/notices.js';
import { count, text } from '../schema.js';

const PROPERTIES = {
  id: text('Acknowledges it: `DELETE /system/notices/{id}`.'),
  at: count('When it happened, in Unix seconds.'),
  code: {
    type: 'string',
    enum: ['STATE_RESTORED', 'STATE_SALVAGED', 'STATE_LOST'],
    description:
      'The database of what people did was lost or damaged, and its last daily copy came back, with what could still be ' +
      'read; there was no copy, and what could be read came back; or nothing did.',
  },
  copied_at: { type: ['integer', 'null'], description: 'When that copy was made, in Unix seconds; null without one.' },
  salvaged_rows: count('Rows of the damaged file that could still be read.'),
  text: text('For people.'),
} as const;

const NoticeSchema = {
  type: 'object',
  description: 'What happened to the box, until somebody has read it.',
  required: Object.keys(PROPERTIES) as (keyof typeof PROPERTIES)[],
  properties: PROPERTIES,
} as const;

export const NoticesSchema = { type: 'array', items: NoticeSchema } as const;

export function toNotice({ id, at, code, copiedAt, salvagedRows, text }: BoxNotice) {
  return { id, at, code, copied_at: copiedAt, salvaged_rows: salvagedRows, text };
}
