/** Invented albums for pictures of the web remote, as data: enough to fill shelves, lists and a search. */

export interface ShownAlbum {
  readonly artist: string;
  readonly title: string;
  readonly year: number;
  readonly genre: string;
  readonly tracks: readonly string[];
}

const ALBUMS = `
Aster Quay | Northern Rooms | 2019 | Ambient
Aster Quay | The Long Blue Hour | 2022 | Ambient
Bright Cartography | Atlas of Small Things | 2021 | Indie Pop
Bright Cartography | Paper Coast | 2024 | Indie Pop
Casimir Vale Quartet | Evening Standards | 1964 | Jazz
Casimir Vale Quartet | Live at the Orangery | 1967 | Jazz
Delphine Arnaud | Nocturnes et autres pièces | 2016 | Classical
Echo Parade | Glasshouse | 2020 | Electronic
Echo Parade | Signals from Elsewhere, and Other Stories | 2023 | Electronic
Fern & Foundry | Copper Beech | 2015 | Folk
Greta Lindqvist | Vinterljus | 2018 | Folk
Hollow Meridian | Undertow | 2013 | Post-Rock
Ines Calderón | Mañana de abril | 2021 | Latin
Juniper Static | Slow Weather | 2024 | Indie Pop
Kestrel Avenue | Radio Silence | 2009 | Rock
Kestrel Avenue | Night Bus Home | 2011 | Rock
Lumen Choir | Vespers | 2017 | Classical
Marlow Tide | Harbour Lights | 2023 | Ambient
Nova Kestrel | Paper Satellites | 2024 | Electronic
Oona Mbeki | Red Earth, Gold Sky | 2020 | Afrobeat
Piotr Zieliński | Cisza | 2014 | Jazz
Quiet Machines | Assembly | 2022 | Electronic
Rosalind Drake | Letters I Never Sent | 1975 | Singer-Songwriter
Saltmarsh | Estuary | 2021 | Folk
The Velvet Almanac | Month by Month | 1971 | Rock
Tomas Okafor | Kitchen Floor Symphony | 2023 | Soul
Ultramarine Youth | Deep End | 2016 | Indie Pop
Wren Hollis | Small Hours | 2024 | Soul
`;
const WORDS = `
First Light|Salt on the Window|Slack Water|Lanterns, Going Home|Telemetry|Fold Along the Line|Low Orbit Lullaby
Blue Door|Ninety Miles of Rain|A Map Without Roads|Marigold|What the River Said|Last Train to Anywhere|Paper Boats
Weathervane|Hands in the Snow|The Cartographer’s Daughter|Cinder|Evergreen|Half Moon Bay|Tangerine|Sleepwalker
Every Window in the City|Gravel and Gold|Undertow|Houses We Left|Copper Wire|Morning Edition|Northbound|Afterglow
`;
const TRACKS_OF_ALBUM = 9;

const rows = (text: string): string[] => text.trim().split('\n');
const titles = rows(WORDS).flatMap((row) => row.split('|'));

export const SHOWN_ALBUMS: readonly ShownAlbum[] = rows(ALBUMS).map((row, at) => {
  const [artist = '', title = '', year = '', genre = ''] = row.split(' | ');
  const tracks = Array.from({ length: TRACKS_OF_ALBUM }, (_, track) => titles[(at * 7 + track * 5) % titles.length]!);
  return { artist, title, year: Number(year), genre, tracks };
});
