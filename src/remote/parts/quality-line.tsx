/** What is in the file, and what comes out at the output. */
import { isBitPerfect, kindOf, rateText } from '../quality.js';
import { bodyOf, quietBox } from '../state/box.js';
import { say } from '../state/language.js';
import { parts, shownTrack } from '../state/player.js';
import { useResource } from '../state/resource.js';

/** How the output was opened last; undefined where that is not told, as to a phone without the PIN. */
async function opened() {
  const { audio } = await bodyOf(quietBox.GET('/system/diagnostics'));
  const { rate, format } = audio;
  return rate === null || format === null ? undefined : { rate, format };
}

export function QualityLine() {
  const track = shownTrack.value;
  const now = parts.value;
  const output = now?.devices.find(({ is_current_device: isCurrent }) => isCurrent);
  const key = `opened/${track?.path ?? ''}/${output?.id ?? ''}/${now?.status.status ?? 0}`;
  const { value } = useResource(key, track ? opened : undefined);
  if (track === null || now === undefined) return <p class="quality" />;
  const source = [
    kindOf(track.path),
    track.frequency > 0 ? rateText(track.frequency) : '',
    track.bitrate > 0 ? say('play.bitrate', { bitrate: track.bitrate }) : '',
  ];
  const sink = [output?.name ?? '', value ? rateText(value.rate) : ''];
  const isPerfect = value !== undefined && isBitPerfect(track, value, now);
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
