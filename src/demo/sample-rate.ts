/** PCM frames a second of everything that the demo makes. */
export const DEMO_SAMPLE_RATE = 44_100;
