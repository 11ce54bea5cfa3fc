'use strict';
/**
 * Stands in for iconv-lite in the bundle: the daemon takes UTF-8 bodies only (anything else is refused before), and the
 * tables of all other encodings cost 3 MiB and some milliseconds of every start. `raw-body` uses this one function.
 */
const { StringDecoder } = require('node:string_decoder');

exports.getDecoder = (encoding) => {
  if (!/^utf-?8$/i.test(encoding)) throw new Error(`Encoding not recognized: '${encoding}'`);
  return new StringDecoder('utf8');
};
