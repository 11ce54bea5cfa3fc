'use strict';
/**
 * Loaded into the daemon before it starts: its time of day is that of the machine, and as many milliseconds more as the file
 * says that `WALL_CLOCK` names. Only `Date` is another: timers and the monotonic clock are those of the machine.
 */
const { readFileSync } = require('node:fs');

const file = process.env.WALL_CLOCK;
const RealDate = Date;

const now = () => RealDate.now() + (Number(readFileSync(file, 'utf8')) || 0);

globalThis.Date = class Date extends RealDate {
  constructor(...of) {
    if (of.length === 0) super(now());
    else super(...of);
  }

  static now() {
    return now();
  }
};
