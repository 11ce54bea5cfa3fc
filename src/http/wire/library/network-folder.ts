/** The network folder (WebDAV) on the wire. */
import type { NetworkFolderState } from '../../../webdav/network-folder.js';
import * as schema from '../../schema.js';

export const NetworkFolderSchema = schema
  .named('NetworkFolder')
  .record('A folder of the library for the file managers of computers (WebDAV).', {
    enabled: schema.boolean('Whether it is switched on.'),
    has_password: schema.boolean('Whether it has a password. It is never told.'),
    user: schema.text('User name that goes with the password.'),
    port: schema.countOrNull('Port on which it is answered, at the path `/`; null while it is not.'),
    folder: schema.text('Name of the folder, in the first library root that can be written to.'),
    trouble: schema.textOrNull(
      'Why it is not answered although it is switched on, for people; null when there is nothing.',
    ),
  });

export const NewNetworkFolderSchema = schema.named('NewNetworkFolder').schema({
  type: 'object',
  description: 'What is left out stays as it is.',
  properties: {
    enabled: schema.boolean('Whether it is switched on. It needs a password first, or with it.'),
    password: {
      ...schema.words(128, 'Password of its own, 8 to 128 characters without control characters.'),
      minLength: 8,
    },
  },
});

export function toNetworkFolder({ enabled, hasPassword, user, port, folder, trouble }: NetworkFolderState) {
  return { enabled, has_password: hasPassword, user, port: port ?? null, folder, trouble: trouble ?? null };
}
