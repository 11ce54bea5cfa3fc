import t from 'tap';
import { REAL_TIME } from '../../src/playback-clock.js';
import { Renderers } from '../../src/renderers/renderers.js';
import { SILENT_LOG } from '../fixtures/log.js';

t.test('a sound card is no renderer, whatever its levels are stored under', (t) => {
  const never = (): never => {
    throw new Error('asked');
  };
  const renderers = new Renderers({
    ...{ isOn: false, addresses: () => [], subscribeAddresses: never, isOwn: never, ownUdn: never },
    ...{ userAgent: 'test', log: SILENT_LOG },
  });
  const playing = {
    ...{ workerFile: '', nativeFile: '', roots: () => [], known: never, port: never },
    clock: REAL_TIME,
  };
  t.equal(renderers.pipelineOf('alsa-usb-46f4-0002-1', never, playing), undefined);
  t.end();
});
