/** Says what is being done, and how long each step took. */
const times = [];

export function report(line) {
  process.stdout.write(`image: ${line}\n`);
}

/** Runs `work` as a named step. @returns what `work` returns. */
export async function step(name, work) {
  report(`${name} …`);
  const begin = performance.now();
  const result = await work();
  const seconds = (performance.now() - begin) / 1000;
  times.push({ name, seconds });
  report(`${name}: ${seconds.toFixed(1)} s`);
  return result;
}

export function reportTimes() {
  const total = times.reduce((sum, { seconds }) => sum + seconds, 0);
  process.stdout.write('\n');
  for (const { name, seconds } of [...times, { name: 'total', seconds: total }]) {
    process.stdout.write(`${name.padEnd(44)}${seconds.toFixed(1).padStart(8)} s\n`);
  }
}
