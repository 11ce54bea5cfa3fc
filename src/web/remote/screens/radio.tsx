/** Radio: the stations that are kept, with their logos; others are added by their address or looked for. */
import { Logo } from '../parts/logo.js';
import { IconButton, Page } from '../parts/page.js';
import { ListRow } from '../parts/row.js';
import { type MenuItem, openMenu } from '../parts/sheet.js';
import { Empty, Loaded } from '../parts/states.js';
import { shownTrack } from '../state/player.js';
import { say } from '../state/language.js';
import {
  addStation,
  askForStations,
  changeStation,
  moveStation,
  playStation,
  radioRevision,
  removeStation,
  type Station,
} from '../state/radio.js';
import { useResource } from '../state/resource.js';
import { go } from '../state/route.js';
import { closeSheet, openSheet } from '../state/sheets.js';

export function RadioScreen() {
  const found = useResource('radio', askForStations, radioRevision.value);
  const { again } = found;
  const add = (): void => openStationForm(undefined, again);
  return (
    <Page
      title={say('nav.radio')}
      actions={
        <>
          <IconButton icon="search" label={say('radio.find')} onClick={() => go('radio', 'find')} />
          <IconButton icon="add" label={say('radio.add')} onClick={add} />
        </>
      }
    >
      <Loaded of={found}>
        {(stations) =>
          stations.length === 0 ? (
            <Empty icon="radio" text={say('radio.empty')} hint={say('radio.emptyHint')}>
              <button type="button" class="main-button" onClick={() => go('radio', 'find')}>
                {say('radio.find')}
              </button>
              <button type="button" class="text-button" onClick={add}>
                {say('radio.add')}
              </button>
            </Empty>
          ) : (
            <ul class="rows" aria-label={say('nav.radio')}>
              {stations.map((station, at) => (
                <li key={station.id}>
                  <ListRow
                    lead={<Logo address={station.image} />}
                    title={station.name}
                    text={factsOf(station)}
                    isCurrent={shownTrack.value?.path === station.url}
                    onTap={() => void playStation(station)}
                    onMenu={() => openMenu(station.name, menuOf(station, at, stations.length, again))}
                  />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Page>
  );
}

/** What a station is said to be, in a line. */
export function factsOf({ tags, codec, bitrate }: Pick<Station, 'tags' | 'codec' | 'bitrate'>): string {
  const quality = [codec, bitrate > 0 ? `${bitrate} kbit/s` : ''].filter(Boolean).join(' ');
  return [tags.slice(0, 3).join(', '), quality].filter(Boolean).join(' · ');
}

function menuOf(station: Station, at: number, count: number, again: () => void): MenuItem[] {
  const move = (to: number) => () => void moveStation(station, to).then(again);
  return [
    { icon: 'play', label: say('track.playNow'), act: () => void playStation(station) },
    { icon: 'edit', label: say('radio.edit'), act: () => openStationForm(station, again) },
    ...(at > 0 ? [{ icon: 'up', label: say('state.up'), act: move(at - 1) } as const] : []),
    ...(at < count - 1 ? [{ icon: 'down', label: say('state.down'), act: move(at + 1) } as const] : []),
    { icon: 'trash', label: say('radio.remove'), act: () => void removeStation(station, at, again) },
  ];
}

/** @param station the one that is changed; undefined for a new one */
function openStationForm(station: Station | undefined, again: () => void): void {
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const { elements } = event.currentTarget as HTMLFormElement;
    const text = (name: string) => (elements.namedItem(name) as HTMLInputElement).value.trim();
    const facts = { url: text('address'), name: text('station') || null };
    closeSheet();
    void (station === undefined ? addStation(facts) : changeStation(station, facts)).then(again);
  };
  openSheet({
    title: say(station === undefined ? 'radio.add' : 'radio.edit'),
    body: () => (
      <form class="form" onSubmit={submit}>
        <label>
          {say('radio.address')}
          <input
            type="url"
            name="address"
            required
            pattern="https?://.*"
            placeholder="https://"
            defaultValue={station?.url ?? ''}
            data-first=""
            autocomplete="off"
          />
        </label>
        <label>
          {say('radio.name')}
          <input type="text" name="station" defaultValue={station?.name ?? ''} maxLength={200} autocomplete="off" />
        </label>
        <button type="submit" class="main-button">
          {say('state.save')}
        </button>
      </form>
    ),
  });
}
