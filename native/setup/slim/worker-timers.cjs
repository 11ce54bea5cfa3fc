/**
 * Replaces worker-timers in the bundle of MQTT.js, which uses it in browsers only: there a page in the background has slow
 * timers. On Node the client takes Node's own.
 */
'use strict';

exports.setInterval = setInterval;
exports.clearInterval = clearInterval;
