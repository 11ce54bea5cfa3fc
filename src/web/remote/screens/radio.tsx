/** Radio: what was heard lately, the kept stations, and the ways to others: by address or from the directory. */
import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from '../parts/icon.js';
import { Logo } from '../parts/logo.js';
import { Button, IconButton, Page } from '../parts/page.js';
import { Lines, ListRow, List } from '../parts/list/row.js';
import { type MenuItem, openMenu, SheetField, SheetForm } from '../parts/sheet.js';
import { Empty, Loaded } from '../parts/states.js';
import { shownTrack } from '../state/player.js';
import { say } from '../state/language.js';
import {
  addStation,
  askForRecent,
  askForStations,
  changeStation,
  type Found,
  moveStation,
  playRecent,
  playStation,
  radioRevision,
  removeStation,
  type Station,
} from '../state/radio.js';
import { useResource } from '../state/resource.js';
import { go } from '../state/route.js';
import { addressOf } from '../state/route-path.js';
import { closeSheet, openSheet } from '../state/sheets.js';
import { Section } from './home.js';

/** CSS pixels of a logo on the shelf. */
const LOGO = 132;

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
      <div class="tiles">
        <Way to="popular" icon="trend" label={say('radio.popular')} />
        <Way to="near" icon="target" label={say('radio.near')} />
        <Way to="tags" icon="genre" label={say('library.genres')} />
        <Way to="find" icon="search" label={say('radio.find')} />
      </div>
      <Recent />
      <Loaded of={found}>
        {(stations) =>
          stations.length === 0 ? (
            <Empty icon="radio" text={say('radio.empty')} hint={say('radio.emptyHint')}>
              <Button main label={say('radio.find')} act={() => go('radio', 'find')} />
              <Button label={say('radio.add')} act={add} />
            </Empty>
          ) : (
            <Section title={say('radio.saved')}>
              <List
                label={say('radio.saved')}
                of={stations}
                keyOf={({ id }) => id}
                row={(station, at) => (
                  <StationRow
                    station={station}
                    isCurrent={shownTrack.value?.path === station.url}
                    onTap={() => void playStation(station)}
                    onMenu={() => openMenu(station.name, menuOf(station, at, stations.length, again))}
                  />
                )}
              />
            </Section>
          )
        }
      </Loaded>
    </Page>
  );
}

/** A way into the directory. */
function Way({ to, icon, label }: Readonly<{ to: string; icon: IconName; label: string }>) {
  return (
    <a class="line tile" href={addressOf('radio', to)}>
      <Icon name={icon} />
      {label}
    </a>
  );
}

/** Stations that were heard lately: a touch plays one again. */
function Recent() {
  const { value: stations = [] } = useResource('radio/recent', askForRecent, radioRevision.value);
  if (stations.length === 0) return null;
  const title = say('radio.recent');
  return (
    <Section title={title}>
      <List
        class="shelf"
        of={stations}
        label={title}
        keyOf={({ url }) => url}
        row={(station) => (
          <div class="cell">
            <button type="button" onClick={() => void playRecent(station)}>
              <Logo address={station.image} size={LOGO} />
              <Lines title={station.name} text={station.tags.slice(0, 2).join(', ')} />
            </button>
          </div>
        )}
      />
    </Section>
  );
}

interface StationRowProps {
  readonly station: Station | Found;
  readonly isCurrent?: boolean;
  readonly onTap: () => void;
  readonly onMenu?: () => void;
  readonly children?: ComponentChildren;
}

export function StationRow({ station: { name, image, tags, codec, bitrate }, ...row }: StationRowProps) {
  const quality = [codec, bitrate > 0 ? `${bitrate} kbit/s` : ''].filter(Boolean).join(' ');
  const text = [tags.slice(0, 3).join(', '), quality].filter(Boolean).join(' · ');
  return <ListRow lead={<Logo address={image} />} title={name} text={text} {...row} />;
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
  const send = ({ address = '', station: name = '' }): void => {
    const facts = { url: address.trim(), name: name.trim() || null };
    closeSheet();
    void (station === undefined ? addStation(facts) : changeStation(station, facts)).then(again);
  };
  openSheet({
    title: say(station === undefined ? 'radio.add' : 'radio.edit'),
    body: () => (
      <SheetForm send={send}>
        <SheetField
          label={say('radio.address')}
          type="url"
          name="address"
          required
          pattern="https?://.*"
          placeholder="https://"
          defaultValue={station?.url ?? ''}
          data-first=""
        />
        <SheetField
          label={say('radio.name')}
          type="text"
          name="station"
          defaultValue={station?.name ?? ''}
          maxLength={200}
        />
      </SheetForm>
    ),
  });
}
