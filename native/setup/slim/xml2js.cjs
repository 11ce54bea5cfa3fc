/**
 * Replaces xml2js in the bundle of the bus: dbus-next makes a builder with each connection, but uses it only when somebody
 * introspects the daemon. Loading the builder takes as long as loading the rest of dbus-next.
 */
'use strict';

exports.Builder = class Builder {
  constructor(options) {
    this.options = options;
  }

  buildObject(root) {
    const { Builder: Complete } = require('../../../node_modules/xml2js/lib/builder.js');
    return new Complete(this.options).buildObject(root);
  }
};

Object.defineProperty(exports, 'Parser', { get: () => require('../../../node_modules/xml2js/lib/parser.js').Parser });
