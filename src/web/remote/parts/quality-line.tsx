/** What is in the file, and what comes out at the output. */
import { isBitPerfect, kindOf } from '../quality.js';
import { say } from '../state/language.js';
import { frequencyText } from '../state/measures.js';
import { currentOutput } from '../state/outputs.js';
import { parts, shownTrack } from '../state/player.js';

export function QualityLine() {
  const track = shownTrack.value;
  const now = parts.value;
  if (track === null || now === undefined) return <p class="quality" />;
  const { opened } = now.status;
  const source = [
    kindOf(track.path),
    track.frequency > 0 ? frequencyText(track.frequency) : '',
    track.bitrate > 0 ? say('play.bitrate', { bitrate: track.bitrate }) : '',
  ];
  const sink = [currentOutput.value?.name ?? '', opened ? frequencyText(opened.rate) : ''];
  const isPerfect = opened !== null && isBitPerfect(track, opened, now);
  return (
    <p class="quality">
      <span dir="auto">{source.filter(Boolean).join(' · ')}</span>
      <span aria-hidden="true"> → </span>
      <span class="unseen">{say('play.outputIs')}</span>
      <span dir="auto">{sink.filter(Boolean).join(' · ')}</span>
      {isPerfect && <strong>{say('play.bitPerfect')}</strong>}
    </p>
  );
}
