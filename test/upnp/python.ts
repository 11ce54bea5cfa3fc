/** A control point in Python: async_upnp_client of Debian 13, the library by which Home Assistant drives renderers. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { runIn } from '../mpd/real-mpd.js';
import { type PackageSet, unpacked } from '../network/packages.js';

const run = promisify(execFile);
const CONTROLLER: PackageSet = { name: 'upnp-controller', packages: ['python3-async-upnp-client'], suite: 'trixie' };

/**
 * What scripts begin with: `ControlPoint` subscribes to the renderer at an address, and waits for its events. `dmr` is the
 * library's view of the renderer.
 */
const PRELUDE = `
import asyncio, sys
from datetime import timedelta
from async_upnp_client.aiohttp import AiohttpRequester, AiohttpNotifyServer
from async_upnp_client.client_factory import UpnpFactory
from async_upnp_client.profiles.dlna import DmrDevice, TransportState
from async_upnp_client.search import async_search

class ControlPoint:
    async def open(self, location):
        requester = AiohttpRequester()
        self.device = await UpnpFactory(requester).async_create_device(location)
        assert DmrDevice.is_profile_device(self.device)
        self.server = AiohttpNotifyServer(requester, source=('127.0.0.1', 0))
        await self.server.async_start_server()
        self.dmr = DmrDevice(self.device, event_handler=self.server.event_handler)
        self.changed = asyncio.Event()
        self.dmr.on_event = lambda service, variables: self.changed.set()
        await self.dmr.async_subscribe_services(auto_resubscribe=True)
        return self.dmr

    async def until(self, what, condition):
        for _ in range(300):
            if condition():
                return
            self.changed.clear()
            try:
                await asyncio.wait_for(self.changed.wait(), 0.1)
            except asyncio.TimeoutError:
                pass
        raise Exception(f'never: {what}: {self.dmr.transport_state} {self.dmr.av_transport_uri}')

    async def is_in(self, state):
        await self.until(state, lambda: self.dmr.transport_state == state)

    async def set_current(self, uri, title, mime_type):
        metadata = await self.dmr.construct_play_media_metadata(uri, title, override_mime_type=mime_type)
        await self.dmr.async_set_transport_uri(uri, title, metadata)

    async def set_next(self, uri, title, mime_type):
        metadata = await self.dmr.construct_play_media_metadata(uri, title, override_mime_type=mime_type)
        action = self.device.service('urn:schemas-upnp-org:service:AVTransport:1').action('SetNextAVTransportURI')
        await action.async_call(InstanceID=0, NextURI=uri, NextURIMetaData=metadata)

    async def close(self):
        await self.dmr.async_unsubscribe_services()
        await self.server.async_stop_server()
`;

/** Runs a script by the Python of that release, with its libraries. @returns what it prints */
export async function python(script: string, ...args: readonly string[]): Promise<string> {
  const root = await unpacked(CONTROLLER);
  const line = await runIn(root, 'python3.13', ['-c', PRELUDE + script, ...args]);
  const env = {
    PYTHONHOME: join(root, 'usr'),
    PYTHONPATH: join(root, 'usr', 'lib', 'python3', 'dist-packages'),
    PYTHONDONTWRITEBYTECODE: '1',
    LC_ALL: 'C.UTF-8',
  };
  return (await run(line.program, line.args, { env })).stdout;
}

/** Why there is no such control point here; false when there is one. */
export async function controllerTrouble(): Promise<string | false> {
  try {
    await python('');
    return false;
  } catch (error) {
    return `the controller of Debian cannot be had: ${String(error).split('\n', 3).join(' ')}`;
  }
}
