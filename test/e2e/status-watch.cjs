/**
 * A program that asks a daemon for its status again and again, each time on a new connection, until its input ends; then it
 * prints how long each answer took, in ms, -1 for none. In a process of its own, and before all else where that is allowed:
 * what it measures is the daemon and not the test. It prints a line first when it has asked a few times, which it does not
 * count: by then Node has loaded and compiled what asks.
 *
 * Arguments: base address, pause in ms, addresses to ask from in turn.
 */
const { request } = require('node:http');
const { setPriority } = require('node:os');

const [base, pause, ...addresses] = process.argv.slice(2);
const WARM_UP = 20;
const waits = [];
let isOver = false;

try {
  setPriority(-15);
} catch {
  // Without the right it is one of many.
}

function ask(number) {
  if (isOver) {
    console.log(JSON.stringify(waits));
    return;
  }
  const began = performance.now();
  const localAddress = addresses[number % addresses.length];
  const done = (wait) => {
    if (number >= WARM_UP) waits.push(wait);
    if (number === WARM_UP - 1) console.log('ready');
    setTimeout(ask, Number(pause), number + 1);
  };
  request(`${base}/player/status`, { localAddress, agent: false }, (response) => {
    response.resume().on('end', () => done(response.statusCode === 200 ? performance.now() - began : -1));
  })
    .on('error', () => done(-1))
    .end();
}

process.stdin.resume().on('end', () => (isOver = true));
ask(0);
