/** The library by which Home Assistant drives renderers (async_upnp_client of Debian) drives the daemon. */
import { join } from 'node:path';
import t from 'tap';
import { createHouse } from '../e2e/daemon.js';
import { serve } from '../e2e/web-server.js';
import { freePort } from '../fixtures/free-port.js';
import { makeMp3 } from '../fixtures/mp3.js';
import { controllerTrouble, python } from './python.js';

const skip = await controllerTrouble();

const SCRIPT = `
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
    point = ControlPoint()
    dmr = await point.open(next(each['location'] for each in found if f':{port}/' in each['location']))
    await point.is_in(TransportState.NO_MEDIA_PRESENT)
    CM = 'urn:schemas-upnp-org:service:ConnectionManager:1'
    formats = await point.device.service(CM).action('GetProtocolInfo').async_call()
    assert 'http-get:*:audio/mpeg:*' in formats['Sink'].split(','), formats
    assert dmr.has_volume_level and dmr.has_volume_mute and dmr.has_play_media
    uri = [f'{base}/{name}.mp3' for name in ('one', 'two')]
    await point.set_current(uri[0], 'Spray & co', 'audio/mpeg')
    await point.is_in(TransportState.STOPPED)
    await dmr.async_wait_for_can_play()
    await dmr.async_play()
    await point.is_in(TransportState.PLAYING)
    await point.until('the title', lambda: dmr.media_title == 'Spray & co')
    await dmr.async_update()
    assert dmr.media_duration == 40, dmr.media_duration
    await dmr.async_pause()
    await point.is_in(TransportState.PAUSED_PLAYBACK)
    assert dmr.can_play and dmr.can_seek_rel_time
    await dmr.async_seek_rel_time(timedelta(seconds=20))
    await dmr.async_play()
    await point.is_in(TransportState.PLAYING)
    await dmr.async_update()
    assert dmr.media_position >= 20, dmr.media_position
    await point.set_next(uri[1], 'Moonshake', 'audio/mpeg')
    await dmr.async_set_volume_level(0.25)
    await point.until('the volume', lambda: dmr.volume_level == 0.25)
    await dmr.async_mute_volume(True)
    await point.until('mute', lambda: dmr.is_volume_muted)
    await dmr.async_mute_volume(False)
    await point.until('no mute', lambda: not dmr.is_volume_muted)
    await point.until('the next one', lambda: dmr.current_track_uri == uri[1])
    await point.until('its title', lambda: dmr.media_title == 'Moonshake')
    assert dmr.transport_state == TransportState.PLAYING
    await dmr.async_stop()
    await point.is_in(TransportState.STOPPED)
    await point.close()

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
