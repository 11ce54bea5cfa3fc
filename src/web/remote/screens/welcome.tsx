/** The first run, one screen: music to hear at once, then the output, the name, and ways to more music. */
import { useEffect, useState } from 'preact/hooks';
import { Cover } from '../parts/cover.js';
import { Group, TextField } from '../parts/form.js';
import { Icon } from '../parts/icon.js';
import { List, ListRow } from '../parts/list/row.js';
import { Lead } from '../parts/list/sound-mark.js';
import { Button, Page } from '../parts/page.js';
import { OutputList } from '../parts/player/output-list.js';
import { Speakers } from '../parts/player/speakers.js';
import { bodyOf, box, type Schemas } from '../state/box.js';
import { addFolder } from '../state/commands.js';
import { albumTitle, artistName, say } from '../state/language.js';
import { playMusic } from '../state/music.js';
import { part, shownTrack } from '../state/player.js';
import { findStations, type Found, playAddress } from '../state/radio.js';
import { useResource } from '../state/resource.js';
import { go } from '../state/route.js';
import { change, settings } from '../state/settings.js';
import { adoptTimeZone, welcomed } from '../state/welcome.js';
import { MusicWays, useRoots } from './music-ways.js';
import { StationRow } from './radio.js';

/** Albums and stations that are offered. */
const ALBUMS = 2;
const STATIONS = 3;

export function WelcomeScreen() {
  useEffect(() => {
    // Whoever has seen it, by whatever way they leave it, is not asked again.
    welcomed();
    // On a computer without a clock service there is no zone to set.
    adoptTimeZone().catch(() => undefined);
  }, []);
  const leave = (): void => go('home');
  return (
    <Page title={say('welcome.title')} actions={<Button label={say('state.done')} act={leave} />}>
      <PlayNow />
      <Output />
      <Name />
      <MusicWays title={say('welcome.more')} />
      <p class="buttons">
        <Button main label={say('state.done')} act={leave} />
      </p>
    </Page>
  );
}

type Offer =
  | { readonly kind: 'album'; readonly album: Schemas['Home']['recently_added'][number] }
  | { readonly kind: 'stick'; readonly path: string; readonly tracks: number }
  | { readonly kind: 'station'; readonly station: Found };

const keyOf = (offer: Offer): string =>
  offer.kind === 'album' ? offer.album.id : offer.kind === 'stick' ? offer.path : offer.station.id;

/** Albums of the library, sticks, and stations near: a touch plays. Nothing while there is none of them. */
function PlayNow() {
  const { value: home } = useResource('home', () => bodyOf(box.GET('/home')), String(part.scan.value?.revision));
  // Without the directory of stations there are none to offer.
  const { value: stations = [] } = useResource('radio/near', () =>
    findStations({ near: true, order: 'clicks' }, 0, STATIONS).catch((): Found[] => []),
  );
  const roots = useRoots();
  const offers: Offer[] = [
    ...(home?.recently_added ?? []).slice(0, ALBUMS).map((album): Offer => ({ kind: 'album', album })),
    ...(roots?.sticks ?? []).flatMap(({ path }): Offer[] => {
      const tracks = roots?.roots.find((root) => root.path === path)?.tracks ?? 0;
      return path === null ? [] : [{ kind: 'stick', path, tracks }];
    }),
    ...stations.map((station): Offer => ({ kind: 'station', station })),
  ];
  if (offers.length === 0) return null;
  return (
    <Group title={say('welcome.now')}>
      <List of={offers} keyOf={keyOf} row={(offer) => <OfferRow offer={offer} />} />
    </Group>
  );
}

function OfferRow({ offer }: { readonly offer: Offer }) {
  const track = shownTrack.value;
  if (offer.kind === 'station') {
    const { station } = offer;
    return (
      <StationRow station={station} isCurrent={track?.path === station.url} onTap={() => void playAddress(station)} />
    );
  }
  if (offer.kind === 'stick') {
    const { path, tracks } = offer;
    return (
      <ListRow
        lead={<Icon name="stick" />}
        title={say('welcome.onStick')}
        text={tracks > 0 ? say('track.count', { count: tracks }) : say('welcome.stickScanned')}
        isCurrent={track?.path.startsWith(`${path}/`) === true}
        onTap={() => void addFolder(say('welcome.onStick'), path, 'now')}
      />
    );
  }
  const { id, title, artist, album_art: cover } = offer.album;
  const isCurrent = track?.album_id === id;
  return (
    <ListRow
      lead={
        <Lead isCurrent={isCurrent}>
          <Cover key={cover} name={cover} size={48} />
        </Lead>
      }
      title={albumTitle(title)}
      text={artistName(artist)}
      isCurrent={isCurrent}
      onTap={() => void playMusic({ of: 'album', id })}
    />
  );
}

function Output() {
  const [isLooking, setLooking] = useState(false);
  return (
    <>
      <Group title={say('welcome.output')}>
        <OutputList plain class="rows outputs" />
      </Group>
      {isLooking ? <Speakers /> : <Button label={say('bluetooth.find')} act={() => setLooking(true)} />}
    </>
  );
}

function Name() {
  return (
    <Group title={say('welcome.name')} hint={say('box.playerNameHint')}>
      <TextField
        label={say('state.name')}
        value={settings.value?.player_name ?? ''}
        placeholder={say('welcome.nameExample')}
        maxLength={64}
        set={(name) => change({ player_name: name })}
      />
    </Group>
  );
}
