'use strict';
/**
 * Stands in for iconv-lite in the bundle: the daemon takes UTF-8 bodies only (anything else is refused before). With the
 * real tables of encodings and of media types (mime-db.json) the daemon has 5 to 10 MiB more resident after its start.
 * `raw-body` uses this one function.
 */
const { StringDecoder } = require('node:string_decoder');

exports.getDecoder = (encoding) => {
  if (!/^utf-?8$/i.test(encoding)) throw new Error(`Encoding not recognized: '${encoding}'`);
  return new StringDecoder('utf8');
};
