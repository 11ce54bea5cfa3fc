/** The output with the rate it was opened with, and what is in the file: two lines. */
import { isBitPerfect, isLossless, kindOf } from '../../quality.js';
import { say } from '../../state/language.js';
import { frequencyText } from '../../state/measures.js';
import { currentOutput } from '../../state/outputs.js';
import { part, shownTrack } from '../../state/player.js';

export function QualityLine() {
  const track = shownTrack.value;
  const status = part.status.value;
  const settings = part.settings.value;
  if (status === undefined || settings === undefined) return <span class="quality" />;
  const { opened } = status;
  const volume = part.volume.value ?? null;
  const devices = part.devices.value ?? [];
  const source = track
    ? [
        kindOf(track.path),
        track.frequency > 0 ? frequencyText(track.frequency) : '',
        track.bitrate > 0 && !isLossless(track.path) ? say('play.bitrate', { bitrate: track.bitrate }) : '',
      ]
    : [];
  const sink = [currentOutput.value?.name ?? '', opened ? frequencyText(opened.rate) : ''];
  const isPerfect = track !== null && opened !== null && isBitPerfect(track, opened, { settings, volume, devices });
  return (
    <span class="quality">
      <span class="sink" dir="auto">
        {sink.filter(Boolean).join(' · ')}
      </span>
      <span class="source">
        <span dir="auto">{source.filter(Boolean).join(' · ')}</span>
        {isPerfect && <strong>{say('play.bitPerfect')}</strong>}
      </span>
    </span>
  );
}
