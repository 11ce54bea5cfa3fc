/** The daemon about itself. */
import { text } from '../schema.js';

export const VersionSchema = {
  type: 'object',
  required: ['version'],
  properties: { version: text('Version of the daemon.') },
} as const;
