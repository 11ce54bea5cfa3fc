/**
 * Replaces iconv-lite in the bundle: the daemon takes UTF-8 bodies only and refuses others before. The real tables of
 * encodings and of media types (mime-db.json) cost 5 to 10 MiB of resident memory. `raw-body` uses this one function.
 */
'use strict';
const { StringDecoder } = require('node:string_decoder');

exports.getDecoder = (encoding) => {
  if (!/^utf-?8$/i.test(encoding)) throw new Error(`Encoding not recognized: '${encoding}'`);
  return new StringDecoder('utf8');
};
