/** Reads the daemon's process from /proc inside the virtual machine (proc(5)). */

const PID = 'pid=$(systemctl show --property=MainPID --value tonearm)';
const WATCHED_SECONDS = 4;
const TICKS_PER_SECOND = 100;

/** @returns `{ pid, descriptors, megabytes }`: number of open file descriptors, resident memory */
export async function measure(box) {
  const said = await box.must(`${PID}; echo $pid; ls /proc/$pid/fd | wc -l; sed -n "s/^VmRSS: *//p" /proc/$pid/status`);
  const [pid, descriptors, kilobytes] = said.split('\n').map((line) => parseInt(line, 10));
  return { pid, descriptors, megabytes: kilobytes / 1024 };
}

/** Processor load of all threads during the next seconds; 1 is one whole processor. */
export async function load(box) {
  const times = 'sed "s/.*) //" /proc/$pid/stat';
  const said = await box.must(`${PID}; ${times}; sleep ${WATCHED_SECONDS}; ${times}`);
  // User and system time are fields 14 and 15; sed has removed the first two.
  const [before, after] = said.split('\n').map((line) => line.split(' ').slice(11, 13).map(Number));
  return (after[0] + after[1] - before[0] - before[1]) / (WATCHED_SECONDS * TICKS_PER_SECOND);
}
