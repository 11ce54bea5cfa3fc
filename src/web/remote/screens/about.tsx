/** About the box: version, address, uptime, diagnostics. */
import { Action, Fact, Group, LinkRow } from '../parts/form.js';
import { Page } from '../parts/page.js';
import { Loaded } from '../parts/states.js';
import { bodyOf, box, done } from '../state/box.js';
import { download } from '../state/files.js';
import { say } from '../state/language.js';
import { momentText } from '../state/measures.js';
import { useResource } from '../state/resource.js';

async function askAbout() {
  const [{ version }, { runtime }, discovery] = await Promise.all([
    bodyOf(box.GET('/version')),
    bodyOf(box.GET('/status')),
    bodyOf(box.GET('/system/discovery')),
  ]);
  return { version, discovery, since: Math.floor(Date.now() / 1000) - runtime };
}

export function AboutScreen() {
  const found = useResource('about', askAbout);
  return (
    <Page title={say('settings.about')} above={['more']}>
      <Loaded of={found}>
        {({ version, since, discovery: { host_name: host, problem } }) => (
          <Group title={say('box.name')} hint={problem === null ? undefined : say('about.noName')}>
            <Fact label={say('about.version')}>{version}</Fact>
            <Fact label={say('box.hostName')}>{host === null ? location.host : `http://${host}`}</Fact>
            <Fact label={say('about.uptime')}>{momentText(since)}</Fact>
          </Group>
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
