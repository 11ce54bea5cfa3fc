import t from 'tap';

import { FAST } from './daemon.js';
import { onCard } from './transport-cards.js';
import { soundSuite } from './transport-suite.js';

soundSuite(t, (t) => onCard(t, FAST));
