/** Appearance and language of this page, kept by the browser of this phone. */
import { Choice, Group } from '../parts/form.js';
import { Page } from '../parts/page.js';
import { LANGUAGES } from '../locales/locales.js';
import { type Appearance, appearance, chooseAppearance } from '../state/browser/appearance.js';
import { chooseLanguage, chosenLanguage } from '../state/browser/chosen-language.js';
import { say, texts } from '../state/language.js';

/** Value of the row that follows the phone. */
const SYSTEM = 'system';

export function AppearanceScreen() {
  return (
    <Page title={say('settings.appearance')} above={['more']}>
      <Group title={say('appearance.phone')} hint={say('appearance.hint')}>
        <Choice
          label={say('appearance.scheme')}
          value={appearance()}
          options={texts('appearance', ['system', 'light', 'dark'])}
          set={(wanted) => chooseAppearance(wanted as Appearance)}
        />
        <Choice
          label={say('appearance.language')}
          value={chosenLanguage() ?? SYSTEM}
          options={[[SYSTEM, say('appearance.system')], ...Object.entries(LANGUAGES)]}
          set={(code) => chooseLanguage(code === SYSTEM ? undefined : code)}
        />
      </Group>
    </Page>
  );
}
