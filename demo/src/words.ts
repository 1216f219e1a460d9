/** Invented names and texts of the demo world. */

const firstNames =
  'Ada Anders Anouk Basil Bela Birgit Cedar Ciara Dario Dunja Ebba Elio Enno Fenja Finn Flora Gita Hanno Hazel Ida Ilja Ines Jasper Jona Juniper Kaja Kestrel Kiran Lasse Leni Linus Lumi Maren Matti Mira Nadja Nele Niko Odin Oona Orla Pavel Pepper Piet Quinn Rasmus Remy Rosa Runa Sami Selma Sunniva Tamar Thilo Tobi Tuuli Una Vera Viggo Wanda Wim Xenia Yara Yuki Zara Zeno'.split(
    ' ',
  )

const nameEndings = [
  '',
  '_builds',
  '42',
  '_plays',
  'Fox',
  '_7',
  'Moon',
  '2010',
  '_xyz',
  'Sky',
  '_the_3rd',
  'Byte',
]

/** Returns usernames that differ in any letter case. */
export function usernames(count: number): string[] {
  const names = nameEndings.flatMap((ending) => firstNames.map((first) => first + ending))
  return names.filter((name) => name.length >= 3 && name.length <= 21).slice(0, count)
}

export const descriptions: readonly string[] = [
  'I build towers until they fall over.',
  'Here for the racing games. Add me if you are fast.',
  'Pixel painter. I make shirts on request.',
  'Learning to script. Be kind to my bugs.',
  'Mostly hide and seek, mostly hiding.',
  'Collector of silly hats.',
  'My little brother plays on this account on Sundays.',
  'Trains. Trains. Trains.',
  'Making a game about bread. It is going well.',
  '',
  '',
]

export const posts: readonly string[] = [
  'New version is up: the bridge no longer eats people.',
  'Who is in for a round tonight?',
  'I finally beat the clock tower. It took me four hours.',
  'Thanks for 100 visits, you are great.',
  'Working on a winter map. It is mostly snow so far.',
  'Does anybody know how to make doors that close by themselves?',
  'The new hats look so good on blue.',
  'Lost again, but with style.',
  'Taking a week off. Water my plants, please.',
  'Found a shortcut in Marble run. Not telling.',
  'My first shirt was approved today!',
  'Looking for testers: it is a maze, and I forgot the way out.',
  'Two friends, one boat, no plan.',
  'If you see a floating brick, please tell me where.',
]

export const comments: readonly string[] = [
  'This goes so well with the striped pants.',
  'Finally in green.',
  'Bought it twice by accident, it only took one payment. Nice.',
  'Can you make one with stars?',
  'My whole group wears this now.',
  'The back is even better than the front.',
  'A bit expensive, but worth it.',
  'How did you draw the shading?',
  'I wear this every day.',
  'Could you make it in dark, please?',
]

export const replies: readonly string[] = [
  'I agree.',
  'Same here.',
  'On my list.',
  'Thank you!',
  'Good idea.',
]

export const gameComments: readonly string[] = [
  'I got lost twice and it was worth it.',
  'Best with two friends and no plan.',
  'Please add a second map!',
  'The music in the harbour part is so good.',
  'My record is 4:12. Who is faster?',
  'A bit hard at the beginning, then great.',
  'I come back every Saturday.',
]

/** Notes that makers write for new versions. */
export const updateNotes: readonly string[] = [
  'A new area behind the waterfall. Bring a lamp.',
  'Doors no longer open into the void.',
  'Faster boats, slower sharks.',
  'You can now wave. Everybody asked for waving.',
  'New: a shop with hats. All of them silly.',
  'Fixed the elevator. It was the button.',
]

export const outfitNames: readonly string[] = ['Everyday', 'Party', 'Winter', 'Beach day', 'Racing suit']

/** Names, descriptions, genres and tags of the games, in the order of their scenes. */
export const games: readonly (readonly [name: string, description: string, genre: string, tags: string])[] = (
  [
    ['Harbour Tycoon', 'Ship fish to the four corners of the map.', 'Simulation', 'tycoon, fishing'],
    ['Escape from the Clock Tower', 'Twelve floors, one key, no elevator.', 'Puzzle', 'escape, co-op'],
    ['Snowball Arena', 'Two teams, one hill, plenty of snow.', 'Fighting', 'teams, winter'],
    ['Marble Run', 'Build it, let go, watch.', 'Building', 'physics'],
    ['Train Town 1962', 'Be on time for once.', 'Role-playing', 'trains, jobs'],
    ['Pizza Night Shift', 'Bake, box, deliver, repeat until sunrise.', 'Role-playing', 'cooking, jobs'],
    ['Deep Sea Station', 'Repair the station before the air is gone.', 'Survival', 'co-op, sea'],
    ['Sky Ladders', 'Up is the only way.', 'Obstacle course', 'parkour'],
    ['Hide and Seek at the Fair', 'There are 40 places to hide. We counted.', 'Social', 'hiding, teams'],
    ['Cable Car Tycoon', 'From one car to a whole mountain.', 'Simulation', 'tycoon'],
    ['The Quiet Library', 'Shelve books, whisper, solve the riddle.', 'Puzzle', 'riddles'],
    ['Paper Boats', 'Race down the gutter after the rain.', 'Racing', 'boats, two players'],
  ] as const
).flatMap(([name, description, ...kind]) => [
  [name, description, ...kind],
  [`${name} 2`, `${description} Now with more of everything.`, ...kind],
  [`${name}: Night`, `${description} The same, in the dark.`, ...kind],
  [`Little ${name}`, `${description} For new players.`, ...kind],
  [`${name} Classic`, `${description} As it was in the beginning.`, ...kind],
])

/** Names of the designs of `clothes.ts`, in the same order. */
export const designNames =
  'Striped Checked Dotted Faded Bright Midnight Sunny Mossy Frosted Rusty Royal Plain Candy Stormy Velvet Paper'.split(
    ' ',
  )
const things = {
  tShirt: 'Badge Star Anchor Comet Heart Moon Leaf Bolt Crown Wave'.split(' '),
  shirt: 'Jacket Jersey Shirt Hoodie Vest Uniform Coat Sweater Blazer Raincoat'.split(' '),
  pants: 'Jeans Trousers Shorts Overalls Leggings Slacks Joggers Breeches Kilt Waders'.split(' '),
  decal: 'Poster Sign Painting Sticker Mural Banner Map Notice Mosaic Stamp'.split(' '),
} as const

export type ClothesKind = keyof typeof things

export type ItemKind = ClothesKind | 'hat' | 'model'

/** Returns the 160 names of a kind. */
export const itemNames = (kind: ClothesKind): string[] =>
  things[kind].flatMap((thing) => designNames.map((design) => `${design} ${thing}`))

export const groups: readonly { name: string; description: string }[] = [
  {
    name: 'Harbour Builders',
    description: 'We build docks, cranes and ships. Show us what you are working on.',
  },
  {
    name: 'The Snowball League',
    description:
      'Snowball fights every Saturday at 18:00.\n\nBeginners are welcome: someone always explains the rules.',
  },
  {
    name: 'Train Town Council',
    description: 'New lines, new stations and a lot of arguing about timetables.',
  },
  { name: 'Hat Collectors', description: 'More hats than heads. Post your rarest one on the wall.' },
  { name: 'Night Shift', description: 'For players who are awake when everybody else is asleep.' },
  { name: 'Tower Climbers', description: 'No checkpoints. No mercy. Records belong on the wall.' },
  { name: 'Script School', description: 'Ask anything about scripts. There are no silly questions here.' },
  { name: 'Marble Makers', description: 'Tracks, loops and jumps for marbles of all sizes.' },
  { name: 'Friends of the Fair', description: 'We meet at the fair and ride everything twice.' },
  { name: 'Quiet Readers', description: 'Games with good stories, and time to read them.' },
  { name: 'Pixel Tailors', description: 'Shirts and trousers, one pixel at a time. We review your drafts.' },
  { name: 'Deep Sea Crew', description: 'Submarines, sea monsters and the wreck nobody has found yet.' },
]
