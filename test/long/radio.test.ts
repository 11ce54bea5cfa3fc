import t from 'tap';

import { stationPlays } from '../e2e/station-plays.js';

t.test(
  'a station plays for ten minutes through forced disconnects, with its titles and without an underrun',
  async (t) => {
    t.setTimeout(0);
    await stationPlays(t, { seconds: 600, quiet: 2000 });
  },
);
