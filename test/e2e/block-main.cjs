// Preloaded into the daemon: once it plays, the main thread collects all garbage and then does nothing else for half a
// second, over and over. The audio thread must not notice.
setInterval(() => {
  globalThis.gc();
  const end = Date.now() + 500;
  while (Date.now() < end);
}, 20).unref();
