/**
 * Genres by number, as ID3v1 has them (id3.org/ID3v1, Winamp's additions up to 191), and texts of ID3v2 that refer to
 * them (ID3v2.3.0 section 4.2.1, TCON). Spelled as music-metadata does.
 */
const NAMES: readonly string[] = [
  'Blues|Classic Rock|Country|Dance|Disco|Funk|Grunge|Hip-Hop|Jazz|Metal|New Age|Oldies|Other|Pop|R&B|Rap|Reggae|Rock',
  'Techno|Industrial|Alternative|Ska|Death Metal|Pranks|Soundtrack|Euro-Techno|Ambient|Trip-Hop|Vocal|Jazz+Funk|Fusion',
  'Trance|Classical|Instrumental|Acid|House|Game|Sound Clip|Gospel|Noise|Alt. Rock|Bass|Soul|Punk|Space|Meditative',
  'Instrumental Pop|Instrumental Rock|Ethnic|Gothic|Darkwave|Techno-Industrial|Electronic|Pop-Folk|Eurodance|Dream',
  'Southern Rock|Comedy|Cult|Gangsta Rap|Top 40|Christian Rap|Pop/Funk|Jungle|Native American|Cabaret|New Wave',
  'Psychedelic|Rave|Showtunes|Trailer|Lo-Fi|Tribal|Acid Punk|Acid Jazz|Polka|Retro|Musical|Rock & Roll|Hard Rock|Folk',
  'Folk/Rock|National Folk|Swing|Fast-Fusion|Bebob|Latin|Revival|Celtic|Bluegrass|Avantgarde|Gothic Rock',
  'Progressive Rock|Psychedelic Rock|Symphonic Rock|Slow Rock|Big Band|Chorus|Easy Listening|Acoustic|Humour|Speech',
  'Chanson|Opera|Chamber Music|Sonata|Symphony|Booty Bass|Primus|Porn Groove|Satire|Slow Jam|Club|Tango|Samba|Folklore',
  'Ballad|Power Ballad|Rhythmic Soul|Freestyle|Duet|Punk Rock|Drum Solo|A Cappella|Euro-House|Dance Hall|Goa',
  'Drum & Bass|Club-House|Hardcore|Terror|Indie|BritPop||Polsk Punk|Beat|Christian Gangsta Rap|Heavy Metal|Black Metal',
  'Crossover|Contemporary Christian|Christian Rock|Merengue|Salsa|Thrash Metal|Anime|JPop|Synthpop|Abstract|Art Rock',
  'Baroque|Bhangra|Big Beat|Breakbeat|Chillout|Downtempo|Dub|EBM|Eclectic|Electro|Electroclash|Emo|Experimental|Garage',
  'Global|IDM|Illbient|Industro-Goth|Jam Band|Krautrock|Leftfield|Lounge|Math Rock|New Romantic|Nu-Breakz|Post-Punk',
  'Post-Rock|Psytrance|Shoegaze|Space Rock|Trop Rock|World Music|Neoclassical|Audiobook|Audio Theatre',
  'Neue Deutsche Welle|Podcast|Indie Rock|G-Funk|Dubstep|Garage Rock|Psybient',
].flatMap((line) => line.split('|'));

/** @returns undefined for what stands for nothing, `""` for a genre whose name is for music-metadata */
function genreOfCode(code: string): string | undefined {
  if (code === 'RX') return 'Remix';
  if (code === 'CR') return 'Cover';
  return /^\d+$/.test(code) ? NAMES[Number.parseInt(code, 10)] : undefined;
}

/** The genres in a text such as `(4)Eurodisco`, `17` or `Jazz`; `((` is a parenthesis. `""` in it: for another reader. */
export function genresOfText(text: string): string[] {
  const genres: string[] = [];
  let word = '';
  for (let at = 0; at < text.length;) {
    const open = text.indexOf('(', at);
    word += text.slice(at, open < 0 ? text.length : open);
    if (open < 0) break;
    if (text[open + 1] === '(') {
      word += '(';
      at = open + 2;
      continue;
    }
    const close = text.indexOf(')', open);
    if (close < 0) break;
    if (word !== '') genres.push(word);
    word = '';
    const genre = genreOfCode(text.slice(open + 1, close));
    if (genre !== undefined) genres.push(genre);
    at = close + 1;
  }
  const last = genres.length === 0 && /^\d*$/.test(word) ? genreOfCode(word) : word;
  if (last !== undefined && (last !== '' || word !== '')) genres.push(last);
  return genres;
}
