/** `setup-report.txt`: what became of the files on the card, for the person who wrote them. Holds no password. */
import type { Note, NoteKind } from './notes.js';

const HEADINGS: Readonly<Record<NoteKind, string>> = {
  understood: 'Understood and set',
  refused: 'Refused (correct it, and start the box with the card again)',
  ignored: 'Ignored (this box has no use for it)',
};

/** With the line ends that editors on all systems show. @param done what happened besides, such as removed passwords */
export function reportText(notes: readonly Note[], done: readonly string[] = []): string {
  const sections = (Object.keys(HEADINGS) as NoteKind[]).flatMap((kind) => {
    const lines = notes.filter((note) => note.kind === kind).map(noteLine);
    return lines.length === 0 ? [] : ['', `${HEADINGS[kind]}:`, ...lines];
  });
  const nothing = notes.length === 0 ? ['', 'The files of this card ask for nothing.'] : [];
  const lines = [
    'What Tonearm made of the files on this card. It writes this file; changes to it mean nothing.',
    'Files that count, a later one before an earlier one: meta-data, user-data, network-config, rpi-preseed.toml,',
    'tonearm.toml. Changed files are applied at the next start. A Wi-Fi network stays known when it leaves the files.',
    ...nothing,
    ...sections,
    ...(done.length === 0 ? [] : ['', ...done]),
  ];
  return `${lines.join('\r\n')}\r\n`;
}

function noteLine({ file, line, text }: Note): string {
  return `- ${line === undefined ? file : `${file}:${line}`}: ${text}`;
}
