/** Ways into the directory of stations: by name, the popular ones, those near the box, and by what they play. */
import { useState } from 'preact/hooks';
import { Page } from '../parts/page.js';
import { Empty, Loading } from '../parts/states.js';
import { language, say } from '../state/language.js';
import { askForTags } from '../state/radio.js';
import { useResource } from '../state/resource.js';
import { addressOf } from '../state/route-path.js';
import { DirectoryFailed, DirectoryStations } from './radio-stations.js';
import type { ScreenProps } from './screen.js';

/** Milliseconds after the last key until the request. */
const PAUSE = 500;
const ABOVE = ['radio'];

/** Kept over the way to another screen and back. */
let lastWords = '';

export function RadioFindScreen() {
  const [words, setWords] = useState(lastWords);
  lastWords = words;
  const q = words.trim();
  return (
    <Page
      title={say('radio.find')}
      above={ABOVE}
      head={
        <input
          type="search"
          class="search"
          aria-label={say('radio.search')}
          placeholder={say('radio.search')}
          value={words}
          autocomplete="off"
          onInput={({ currentTarget }) => setWords(currentTarget.value)}
        />
      }
    >
      {q === '' ? (
        <Empty icon="radio" text={say('radio.searchHint')} />
      ) : (
        <DirectoryStations question={{ q }} label={say('radio.find')} pause={PAUSE} />
      )}
    </Page>
  );
}

export function RadioPopularScreen() {
  return (
    <Page title={say('radio.popular')} above={ABOVE}>
      <DirectoryStations question={{ order: 'clicks' }} label={say('radio.popular')} />
    </Page>
  );
}

export function RadioNearScreen() {
  return (
    <Page title={say('radio.near')} above={ABOVE}>
      <DirectoryStations question={{ near: true, order: 'clicks' }} label={say('radio.near')} />
    </Page>
  );
}

export function RadioTagScreen({ params: { tag = '' } }: ScreenProps) {
  return (
    <Page title={tag} above={['radio', 'tags']}>
      <DirectoryStations question={{ tag, order: 'clicks' }} label={tag} />
    </Page>
  );
}

export function RadioTagsScreen() {
  const { value: tags, error, again } = useResource('radio/tags', askForTags);
  return (
    <Page title={say('library.genres')} above={ABOVE}>
      {tags !== undefined ? (
        <div class="tiles">
          {tags.map(({ name, stations }) => (
            <a key={name} class="line tile" href={addressOf('radio', 'tags', name)}>
              <span class="tag" dir="auto">
                {name}
              </span>
              <span class="trail">{stations.toLocaleString(language().code)}</span>
            </a>
          ))}
        </div>
      ) : error !== undefined ? (
        <DirectoryFailed error={error} again={again} />
      ) : (
        <Loading />
      )}
    </Page>
  );
}
