/** The tests of the tag readers that draw at random, with many more draws. */
process.env['TONEARM_TEST_RUNS'] ??= '1000';
await import('./native-reader.test.js');
await import('./native-formats.test.js');
await import('./native-hostile.test.js');

export {};
