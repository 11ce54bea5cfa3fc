import t from 'tap';

import { stationPlays } from './station-plays.js';

t.test('a station plays through a forced disconnect: titles follow, nothing runs dry', (t) =>
  stationPlays(t, { seconds: 4 }),
);
