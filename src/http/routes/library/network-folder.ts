/** The network folder (WebDAV): whether it is on, and its password. */
import type { HttpDeps } from '../../deps.js';
import { jsonAnswer, NOT_SAVED, type Route, routesOf } from '../../route.js';
import * as wire from '../../wire/library/network-folder.js';

const api = routesOf('/system', { tag: 'System' });

export function networkFolderRoutes({ networkFolder }: Pick<HttpDeps, 'networkFolder'>): Route[] {
  return [
    api.get('/network-folder', 'getNetworkFolder', 'Get the network folder (WebDAV)', {
      answers: jsonAnswer('The network folder.', wire.NetworkFolderSchema),
      handler: () => wire.toNetworkFolder(networkFolder.read()),
    }),
    api.put('/network-folder', 'setNetworkFolder', 'Switch the network folder, or set its password', {
      protected: 'always',
      description:
        'The folder is served by WebDAV (RFC 4918, class 2) on a port of its own (`webdav_port` of the configuration), with ' +
        'HTTP Digest, to the clients and under the names of this interface. Files in it are in the library a moment later.',
      body: wire.NewNetworkFolderSchema,
      answers: jsonAnswer('As it is now.', wire.NetworkFolderSchema),
      refusals: NOT_SAVED,
      async handler({ body }) {
        await networkFolder.change(body);
        return wire.toNetworkFolder(networkFolder.read());
      },
    }),
  ];
}
