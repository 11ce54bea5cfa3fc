/** The clock of the box: time zone, network time. */
import { useState } from 'preact/hooks';
import { Action, Choice, Fact, Group, Switch } from '../parts/form.js';
import { Page } from '../parts/page.js';
import { Loaded } from '../parts/states.js';
import { bodyOf, box, done, type Schemas } from '../state/box.js';
import { language, say } from '../state/language.js';
import { notify } from '../state/notices.js';
import { useInterval, useResource } from '../state/resource.js';

async function askForTime() {
  const [clock, zones] = await Promise.all([bodyOf(box.GET('/system/time')), bodyOf(box.GET('/system/time-zones'))]);
  // By the clock of this phone, from which the shown time runs on.
  return { clock, zones, asked: Date.now() };
}

export function TimeSettingsScreen() {
  const found = useResource('system/time', askForTime);
  const set = async (body: Schemas['NewClock']): Promise<void> => {
    if (await done(box.PUT('/system/time', { body }))) notify(say('time.set'));
    found.again();
  };
  return (
    <Page title={say('settings.time')} above={['more']}>
      <Loaded of={found}>{({ clock, zones, asked }) => <ClockSettings {...{ clock, zones, asked, set }} />}</Loaded>
    </Page>
  );
}

interface ClockProps {
  readonly clock: Schemas['SystemClock'];
  readonly zones: readonly string[];
  /** Milliseconds of the clock of this phone at the request. */
  readonly asked: number;
  readonly set: (body: Schemas['NewClock']) => Promise<void>;
}

function ClockSettings({ clock, zones, asked, set }: ClockProps) {
  const { timezone, ntp, ntp_available: canNtp, synchronised } = clock;
  const ofPhone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const all = zones.includes(timezone) ? zones : [timezone, ...zones];
  return (
    <>
      <Group title={say('time.now')}>
        <Fact label={say('time.now')}>
          <Now clock={clock} asked={asked} />
        </Fact>
        <Choice
          label={say('time.zone')}
          value={timezone}
          options={all.map((zone) => [zone, zone.replaceAll('_', ' ')])}
          set={(zone) => void set({ timezone: zone })}
        />
        {ofPhone !== timezone && zones.includes(ofPhone) && (
          <Action label={say('time.zoneOfPhone', { zone: ofPhone })} act={() => void set({ timezone: ofPhone })} />
        )}
      </Group>
      <Group
        title={say('settings.time')}
        hint={ntp ? say(synchronised ? 'time.synchronised' : 'time.notSynchronised') : undefined}
      >
        <Switch
          label={say('time.network')}
          hint={canNtp ? undefined : say('problem.NO_NETWORK_TIME')}
          on={ntp}
          disabled={!canNtp && !ntp}
          set={(on) => void set({ ntp: on })}
        />
        {!ntp && (
          <Action icon="clock" label={say('time.fromPhone')} act={() => void set({ time: new Date().toISOString() })} />
        )}
      </Group>
    </>
  );
}

/** The time of the box in its own zone. */
function Now({ clock: { time, timezone }, asked }: Pick<ClockProps, 'clock' | 'asked'>) {
  const [now, setNow] = useState(Date.now());
  useInterval(() => setNow(Date.now()), 1000);
  return <>{timeIn(timezone, Date.parse(time) + Math.max(0, now - asked))}</>;
}

/** In UTC where the phone lacks the zone. */
function timeIn(zone: string, moment: number): string {
  const style = { dateStyle: 'full', timeStyle: 'medium' } as const;
  try {
    return new Intl.DateTimeFormat(language().code, { ...style, timeZone: zone }).format(moment);
  } catch {
    return `${new Intl.DateTimeFormat(language().code, { ...style, timeZone: 'UTC' }).format(moment)} UTC`;
  }
}
