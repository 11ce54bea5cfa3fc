/** About the box: version, uptime, addresses for the home screen, diagnostics. */
import { Action, Fact, Group, LinkRow } from '../parts/form.js';
import { Page } from '../parts/page.js';
import { Loaded } from '../parts/states.js';
import { bodyOf, box, done } from '../state/box.js';
import { download } from '../state/files.js';
import { say } from '../state/language.js';
import { momentText } from '../state/measures.js';
import { useResource } from '../state/resource.js';

async function askAbout() {
  const [{ version }, { runtime }, { addresses }] = await Promise.all([
    bodyOf(box.GET('/version')),
    bodyOf(box.GET('/status')),
    bodyOf(box.GET('/system/discovery')),
  ]);
  if (addresses.length === 0) addresses.push(location.origin);
  return { version, addresses, since: Math.floor(Date.now() / 1000) - runtime };
}

export function AboutScreen() {
  const found = useResource('about', askAbout);
  return (
    <Page title={say('settings.about')} above={['more']}>
      <Loaded of={found}>
        {({ version, since, addresses }) => (
          <>
            <Group title={say('box.name')}>
              <Fact label={say('about.version')}>{version}</Fact>
              <Fact label={say('about.uptime')}>{momentText(since)}</Fact>
            </Group>
            <Group title={say('about.home')} hint={say('about.homeHint')}>
              {addresses.map((address) => (
                <LinkRow key={address} icon="box" label={address} href={address} />
              ))}
            </Group>
          </>
        )}
      </Loaded>
      <Group title={say('about.help')} hint={say('about.licence')}>
        <Action
          icon="download"
          label={say('about.diagnostics')}
          hint={say('about.diagnosticsHint')}
          act={() => void done(download('/system/diagnostics', 'tonearm-diagnostics.json'))}
        />
        <LinkRow icon="info" label={say('about.interface')} href="/docs" />
      </Group>
    </Page>
  );
}
