/** Multi-room and AirPlay in the box: the programs run as their units confine them, and sound reaches a room. */
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from './table.mjs';

const OWN_SERVER = 'snapcast-127.0.0.1';
const UNITS = ['tonearm-snapserver', 'tonearm-snapclient', 'tonearm-shairport'];
/** A unit whose program cannot run is started again after 5 s. */
const STAYS_MILLISECONDS = 12_000;
const PLAYING = 1;

/** @param track path of a track on the box */
export async function checkRooms(table, box, track) {
  const set = (isOn) =>
    box.ask('/settings', {
      method: 'PUT',
      body: { snapcast_server: isOn, snapcast_client: isOn, airplay_enabled: isOn },
    });
  const states = async () => (await box.inside(`systemctl is-active ${UNITS.join(' ')}`)).text.split(/\s+/);

  await table.check('the programs of multi-room and AirPlay run in their units', async () => {
    await set(true);
    await box.until('all run', async () => (await states()).every((state) => state === 'active'));
    await delay(STAYS_MILLISECONDS);
    const said = [];
    for (const unit of UNITS) {
      const { text } = await box.inside(`systemctl show -p ActiveState,NRestarts,MemoryCurrent ${unit}`);
      const facts = Object.fromEntries(text.split(/\s+/).map((line) => line.split('=')));
      const log = async () => (await box.inside(`journalctl --no-pager -u ${unit} -n 6 -o cat`)).text;
      const isFine = facts.ActiveState === 'active' && facts.NRestarts === '0';
      expect(isFine, isFine || `${unit}: ${text}: ${await log()}`);
      said.push(`${unit.replace('tonearm-', '')} ${(Number(facts.MemoryCurrent) / 1e6).toFixed(0)} MB`);
    }
    return said.join(', ');
  });
  await table.check('the box plays to its own Snapcast server, and its client is a room', async () => {
    await box.ask(`/devices/${OWN_SERVER}/connect`, { method: 'PUT' });
    await box.ask('/playlists', { method: 'POST', body: { tracks: [track] } });
    await box.ask('/player/play', { method: 'PUT' });
    await box.until('it plays', async () => {
      const { status } = await box.ask('/player/status');
      return status === PLAYING && (await box.ask('/player/current-track'))?.elapsed > 2000;
    });
    const rooms = await box.ask(`/devices/${OWN_SERVER}/rooms`);
    expect(rooms.length === 1 && rooms[0].is_connected && rooms[0].plays, JSON.stringify(rooms));
    const card = await box.inside('cat /proc/asound/card0/pcm0p/sub0/status | head -n 1');
    expect(card.text === 'state: RUNNING', `the card: ${card.text}`);
    return `${rooms[0].name}, ${rooms[0].volume} %`;
  });
  await table.check('switched off, they end, and the card plays again', async () => {
    await box.ask('/player/stop', { method: 'PUT' });
    await box.ask('/devices/builtin/connect', { method: 'PUT' });
    await set(false);
    await box.until('all have ended', async () => (await states()).every((state) => state === 'inactive'));
    return 'inactive';
  });
}
