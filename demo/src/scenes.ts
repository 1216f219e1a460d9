import type { Chance } from './chance.ts'

/** Colours of a scene: sky top and bottom, far and near ground, the subject, and its accents. */
interface Mood {
  sky: readonly [string, string]
  far: string
  near: string
  thing: string
  accent: string
  light: string
}

const moods: readonly Mood[] = [
  {
    sky: ['#7fc8f0', '#d9f1fb'],
    far: '#86b3a1',
    near: '#4f8f76',
    thing: '#d9543f',
    accent: '#f7d774',
    light: '#fff6d8',
  },
  {
    sky: ['#f7a660', '#fde3b1'],
    far: '#b9745c',
    near: '#7d4b4a',
    thing: '#2f5d7c',
    accent: '#f4f1e6',
    light: '#fff0b8',
  },
  {
    sky: ['#101b3b', '#33407a'],
    far: '#26315e',
    near: '#171f42',
    thing: '#8d6bd1',
    accent: '#ffd76b',
    light: '#f4f0d0',
  },
  {
    sky: ['#bfe3c8', '#f3f8df'],
    far: '#9cc4a0',
    near: '#6a9d6f',
    thing: '#e58a3b',
    accent: '#3b5d8f',
    light: '#ffffff',
  },
  {
    sky: ['#c9cdd8', '#eef0f4'],
    far: '#9aa3b5',
    near: '#6d778c',
    thing: '#3c4658',
    accent: '#d9543f',
    light: '#ffffff',
  },
]

const rectangle = (x: number, y: number, width: number, height: number, fill: string, round = 0) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${round}" fill="${fill}"/>`
const circle = (x: number, y: number, radius: number, fill: string) =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}"/>`
const path = (d: string, fill: string) => `<path d="${d}" fill="${fill}"/>`
const line = (d: string, stroke: string, width: number) =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`
const each = (count: number, draw: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => draw(index)).join('')

/** The subject of each scene, one per kind of game, on a square of 540 units. */
const things: readonly ((mood: Mood) => string)[] = [
  // A harbour: a crane over a ship with boxes.
  ({ thing, accent, near, light }) =>
    `${path('M120 360h320l-45 80H160z', thing)}${each(4, (n) => rectangle(170 + n * 55, 310, 48, 50, n % 2 ? accent : near, 4))}${line('M430 440V170H250v70', light, 14)}${line('M430 230l-70-60', light, 10)}${rectangle(232, 236, 36, 30, accent, 4)}`,
  // A clock tower.
  ({ thing, accent, light }) =>
    `${rectangle(210, 170, 120, 290, thing)}${path('M195 175L270 70l75 105z', accent)}${circle(270, 235, 42, light)}${line('M270 235v-28M270 235l20 14', thing, 8)}${each(3, (n) => rectangle(256, 305 + n * 48, 28, 30, accent, 14))}`,
  // A hill with snowballs.
  ({ light, thing, accent }) =>
    `${path('M40 460Q270 160 500 460z', light)}${circle(200, 340, 34, '#e3edf5')}${circle(330, 370, 46, '#d5e3ee')}${circle(390, 200, 24, light)}${circle(310, 140, 18, light)}${line('M270 300V170', thing, 10)}${path('M270 170h90l-26 30 26 30h-90z', accent)}`,
  // A track for marbles.
  ({ thing, accent, light, near }) =>
    `${line('M90 150H380a60 60 0 010 120H170a60 60 0 000 120H450', thing, 26)}${circle(130, 122, 26, accent)}${circle(330, 242, 26, light)}${circle(240, 362, 26, near)}`,
  // A train.
  ({ thing, accent, light, near }) =>
    `${rectangle(120, 260, 300, 120, thing, 20)}${rectangle(300, 190, 110, 90, thing, 10)}${rectangle(322, 210, 66, 46, light, 6)}${rectangle(160, 200, 40, 70, near, 6)}${circle(180, 160, 22, light)}${circle(215, 130, 30, light)}${each(4, (n) => circle(160 + n * 76, 390, 30, accent))}${rectangle(60, 420, 420, 12, near)}`,
  // A pizza.
  ({ thing, accent, near }) =>
    `${path('M270 450L110 170Q270 90 430 170z', '#f3c968')}${line('M110 170Q270 90 430 170', '#b9743a', 34)}${circle(230, 220, 30, thing)}${circle(320, 240, 30, thing)}${circle(270, 320, 28, thing)}${circle(275, 200, 10, near)}${circle(300, 290, 10, near)}${circle(240, 280, 10, accent)}`,
  // A submarine.
  ({ thing, accent, light }) =>
    `<ellipse cx="270" cy="320" rx="170" ry="80" fill="${thing}"/>${rectangle(240, 200, 80, 70, thing, 12)}${line('M280 200v-50h40', accent, 12)}${each(3, (n) => circle(190 + n * 80, 315, 28, light) + circle(190 + n * 80, 315, 18, accent))}${each(3, (n) => circle(430 + n * 18, 180 - n * 50, 9 + n * 3, light))}`,
  // Ladders into the sky.
  ({ thing, accent, light }) =>
    `${circle(130, 330, 50, light)}${circle(190, 320, 66, light)}${circle(350, 180, 60, light)}${circle(420, 190, 44, light)}${line('M200 470L300 120M270 490L370 140', thing, 14)}${each(8, (n) => line(`M${208 + n * 12} ${440 - n * 42}l70 20`, accent, 10))}`,
  // A big wheel.
  ({ thing, accent, near }) =>
    `${line('M270 280L190 470M270 280L350 470', near, 16)}<circle cx="270" cy="270" r="140" fill="none" stroke="${thing}" stroke-width="14"/>${each(
      8,
      (n) => {
        const [x, y] = [270 + 140 * Math.cos((n * Math.PI) / 4), 270 + 140 * Math.sin((n * Math.PI) / 4)]
        return (
          line(`M270 270L${x} ${y}`, thing, 5) + rectangle(x - 20, y - 4, 40, 36, n % 2 ? accent : near, 8)
        )
      },
    )}`,
  // A cable car.
  ({ thing, accent, light, near }) =>
    `${path('M300 470L420 180 520 470z', near)}${path('M385 265L420 180l32 85-30-16z', light)}${line('M20 120L520 220', accent, 8)}${line('M230 162v60', accent, 10)}${rectangle(150, 220, 160, 120, thing, 20)}${rectangle(168, 240, 56, 50, light, 8)}${rectangle(236, 240, 56, 50, light, 8)}`,
  // Shelves of books.
  ({ thing, accent, light, near }) =>
    `${rectangle(110, 110, 320, 350, near, 10)}${each(3, (row) => rectangle(130, 130 + row * 108, 280, 90, '#00000040') + each(9, (n) => rectangle(136 + n * 30, 136 + row * 108 + ((n * 7 + row * 5) % 4) * 6, 24, 84 - ((n * 7 + row * 5) % 4) * 6, [thing, accent, light][(n + row) % 3] ?? thing, 3)))}`,
  // A boat of paper.
  ({ thing, accent, light }) =>
    `${path('M270 150L380 330H160z', light)}${path('M270 150v180H160z', '#00000018')}${path('M90 320h360l-70 100H160z', light)}${path('M90 320h180v100H160z', '#00000010')}${line('M60 440q35-24 70 0t70 0 70 0 70 0 70 0 70 0', thing, 12)}${circle(420, 130, 16, accent)}`,
]

const clouds = (chance: Chance, { light }: Mood) =>
  each(3, () => {
    const [x, y] = [chance.below(520), 30 + chance.below(110)]
    return `<g opacity="0.6">${circle(x, y, 22, light)}${circle(x + 28, y - 8, 28, light)}${circle(x + 60, y, 20, light)}</g>`
  })

/** Returns the icon of a game as SVG: one of twelve subjects in one of five moods. */
export function scene(index: number, chance: Chance): string {
  const mood = moods[index % moods.length]
  const thing = things[Math.floor(index / moods.length) % things.length]
  if (!mood || !thing) throw new Error(`there is no scene ${index}`)
  const { sky, far, near } = mood
  const hills = `${path(`M0 ${380 + chance.below(30)}Q140 ${290 + chance.below(50)} 280 380T540 360V540H0z`, far)}${path('M0 450Q180 400 330 450T540 440V540H0z', near)}`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="540" height="540" viewBox="0 0 540 540"><defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="${sky[0]}"/><stop offset="1" stop-color="${sky[1]}"/></linearGradient></defs>${rectangle(0, 0, 540, 540, 'url(#sky)')}${clouds(chance, mood)}${hills}${thing(mood)}</svg>`
}
