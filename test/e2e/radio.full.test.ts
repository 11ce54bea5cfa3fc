import t from 'tap';

import { stationPlays } from './station-plays.js';

t.test('a station plays for half a minute through forced disconnects: titles follow, nothing runs dry', (t) =>
  stationPlays(t, { seconds: 30 }),
);
