/** The library by which Home Assistant drives renderers (async_upnp_client of Debian) drives the daemon. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import t from 'tap';
import { createHouse } from '../e2e/daemon.js';
import { serve } from '../e2e/web-server.js';
import { freePort } from '../fixtures/free-port.js';
import { makeMp3 } from '../fixtures/mp3.js';
import { runIn } from '../mpd/real-mpd.js';
import { type PackageSet, unpacked } from '../network/packages.js';

const run = promisify(execFile);
const CONTROLLER: PackageSet = { name: 'upnp-controller', packages: ['python3-async-upnp-client'], suite: 'trixie' };

/** Runs a script by the Python of that release, with its libraries. @returns what it prints */
async function python(script: string, ...args: readonly string[]): Promise<string> {
  const root = await unpacked(CONTROLLER);
  const line = await runIn(root, 'python3.13', ['-c', script, ...args]);
  const env = {
    PYTHONHOME: join(root, 'usr'),
    PYTHONPATH: join(root, 'usr', 'lib', 'python3', 'dist-packages'),
    PYTHONDONTWRITEBYTECODE: '1',
    LC_ALL: 'C.UTF-8',
  };
  return (await run(line.program, line.args, { env })).stdout;
}

async function trouble(): Promise<string | false> {
  try {
    await python('import async_upnp_client.profiles.dlna, aiohttp');
    return false;
  } catch (error) {
    return `the controller of Debian cannot be had: ${String(error).split('\n', 3).join(' ')}`;
  }
}

const skip = await trouble();

const SCRIPT = `
import asyncio, sys
from datetime import timedelta
from async_upnp_client.aiohttp import AiohttpRequester, AiohttpNotifyServer
from async_upnp_client.client_factory import UpnpFactory
from async_upnp_client.profiles.dlna import DmrDevice, TransportState
from async_upnp_client.search import async_search

port, base = sys.argv[1:]
TARGET = 'urn:schemas-upnp-org:device:MediaRenderer:1'

async def main():
    found = []
    async def hear(headers):
        found.append(headers)
    for _ in range(10):
        await async_search(hear, timeout=1, search_target=TARGET, source=('127.0.0.1', 0))
        if any(each['location'].startswith(f'http://127.0.0.1:{port}/') for each in found):
            break
    location = next(each['location'] for each in found if f':{port}/' in each['location'])
    requester = AiohttpRequester()
    device = await UpnpFactory(requester).async_create_device(location)
    assert DmrDevice.is_profile_device(device)
    server = AiohttpNotifyServer(requester, source=('127.0.0.1', 0))
    await server.async_start_server()
    dmr = DmrDevice(device, event_handler=server.event_handler)
    told = asyncio.Event()
    dmr.on_event = lambda service, variables: told.set()
    async def until(what, condition):
        for _ in range(300):
            if condition():
                return
            told.clear()
            try:
                await asyncio.wait_for(told.wait(), 0.1)
            except asyncio.TimeoutError:
                pass
        raise Exception(f'never: {what}: {dmr.transport_state} {dmr.av_transport_uri}')
    await dmr.async_subscribe_services(auto_resubscribe=True)
    await until('the first event', lambda: dmr.transport_state == TransportState.NO_MEDIA_PRESENT)
    CM = 'urn:schemas-upnp-org:service:ConnectionManager:1'
    formats = await device.service(CM).action('GetProtocolInfo').async_call()
    assert 'http-get:*:audio/mpeg:*' in formats['Sink'].split(','), formats
    assert dmr.has_volume_level and dmr.has_volume_mute and dmr.has_play_media
    uri = [f'{base}/{name}.mp3' for name in ('one', 'two')]
    metadata = await dmr.construct_play_media_metadata(uri[0], 'Spray & co', override_mime_type='audio/mpeg')
    await dmr.async_set_transport_uri(uri[0], 'Spray & co', metadata)
    await until('stopped', lambda: dmr.transport_state == TransportState.STOPPED)
    await dmr.async_wait_for_can_play()
    await dmr.async_play()
    await until('playing', lambda: dmr.transport_state == TransportState.PLAYING)
    await until('the title', lambda: dmr.media_title == 'Spray & co')
    await dmr.async_update()
    assert dmr.media_duration == 40, dmr.media_duration
    await dmr.async_pause()
    await until('paused', lambda: dmr.transport_state == TransportState.PAUSED_PLAYBACK)
    assert dmr.can_play and dmr.can_seek_rel_time
    await dmr.async_seek_rel_time(timedelta(seconds=20))
    await dmr.async_play()
    await until('playing', lambda: dmr.transport_state == TransportState.PLAYING)
    await dmr.async_update()
    assert dmr.media_position >= 20, dmr.media_position
    AVT = 'urn:schemas-upnp-org:service:AVTransport:1'
    metadata = await dmr.construct_play_media_metadata(uri[1], 'Moonshake', override_mime_type='audio/mpeg')
    follow = device.service(AVT).action('SetNextAVTransportURI')
    await follow.async_call(InstanceID=0, NextURI=uri[1], NextURIMetaData=metadata)
    await dmr.async_set_volume_level(0.25)
    await until('the volume', lambda: dmr.volume_level == 0.25)
    await dmr.async_mute_volume(True)
    await until('mute', lambda: dmr.is_volume_muted)
    await dmr.async_mute_volume(False)
    await until('no mute', lambda: not dmr.is_volume_muted)
    await until('the next one', lambda: dmr.current_track_uri == uri[1])
    await until('its title', lambda: dmr.media_title == 'Moonshake')
    assert dmr.transport_state == TransportState.PLAYING
    await dmr.async_stop()
    await until('stopped', lambda: dmr.transport_state == TransportState.STOPPED)
    await dmr.async_unsubscribe_services()
    await server.async_stop_server()

asyncio.run(main())
print('well')
`;

t.test(
  'Home Assistant’s client finds, plays, follows, seeks, sets the volume and stops',
  { skip, timeout: 300_000 },
  async (t) => {
    const { library, start } = await createHouse(t, { speed: 4, patient: true });
    const queue = join(library, 'queue.mp3');
    await makeMp3(queue, { seconds: 200, seed: 4, lame: ['-b', '64'] });
    for (const name of ['one', 'two'])
      await makeMp3(join(library, `${name}.mp3`), { seconds: 40, seed: 5, lame: ['-b', '64'] });
    const web = await serve(t, library);
    const port = String(await freePort());
    const daemon = await start({ environment: { TONEARM_UPNP_PORT: port, TONEARM_STREAM_ALLOW: '127.0.0.0/8' } });
    await daemon.play([queue]);
    await daemon.put('/player/play');
    await daemon.until('the queue plays', async () => (await daemon.elapsed()) > 2000);
    t.equal(await python(SCRIPT, port, web.base), 'well\n');
    await daemon.until('the queue is back', async () => (await daemon.currentTrack())?.path === queue);
    t.equal(await daemon.playbackStatus(), 3, 'silent, since the controller has stopped');
  },
);
