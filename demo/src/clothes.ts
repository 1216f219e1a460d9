import { type ClothesKind, itemNames } from './words.ts'

/** Two colours and a pattern for each first word of a name. */
export const designs: readonly (readonly [base: string, second: string, pattern: Pattern])[] = [
  ['#f4f1e6', '#2f5d9c', 'stripes'],
  ['#c9453b', '#2a2a33', 'checks'],
  ['#3f7fbf', '#f4f1e6', 'dots'],
  ['#8fa6b8', '#7b93a6', 'plain'],
  ['#ffb52e', '#ff7a1a', 'diagonal'],
  ['#1c2547', '#39498a', 'stripes'],
  ['#ffd84d', '#f7f3df', 'dots'],
  ['#5d7f4a', '#46643a', 'checks'],
  ['#d3ecf7', '#8fc4e0', 'diagonal'],
  ['#a4562d', '#7d3d1e', 'stripes'],
  ['#4b2e83', '#c9a0f0', 'diagonal'],
  ['#9a9aa2', '#85858e', 'plain'],
  ['#ff8fb8', '#ffffff', 'stripes'],
  ['#55606e', '#3d4652', 'diagonal'],
  ['#6d1f3c', '#8d2f50', 'dots'],
  ['#efe8d6', '#d8cdb2', 'checks'],
]

type Pattern = 'stripes' | 'checks' | 'dots' | 'diagonal' | 'plain'

const patterns: Record<Pattern, (second: string) => string> = {
  stripes: (second) => `<rect y="0" width="32" height="14" fill="${second}"/>`,
  checks: (second) =>
    `<rect width="16" height="16" fill="${second}"/><rect x="16" y="16" width="16" height="16" fill="${second}"/>`,
  dots: (second) => `<circle cx="16" cy="16" r="7" fill="${second}"/>`,
  diagonal: (second) => `<path d="M0 32L32 0M-8 8L8-8M24 40L40 24" stroke="${second}" stroke-width="9"/>`,
  plain: (second) => `<rect y="30" width="32" height="2" fill="${second}"/>`,
}

/** SVG emblems on a square of 512 units. */
const emblems: readonly string[] = [
  '<path d="M256 60l150 60v130q0 130-150 200-150-70-150-200V120z"/>',
  '<path d="M256 40l63 145 157 14-119 103 36 154-137-82-137 82 36-154L36 199l157-14z"/>',
  '<path d="M236 110a50 50 0 1140 0v50h70v44h-70v190q90-12 110-90l-36 10 66-90 36 106-30-10q-30 140-166 140T90 320l-30 10 36-106 66 90-36-10q20 78 110 90V204h-70v-44h70z"/>',
  '<circle cx="330" cy="190" r="90"/><path d="M270 130L60 330l190-110M300 270L120 440l210-150M250 180L40 400l220-170"/>',
  '<path d="M256 450Q40 300 60 170 80 70 170 80q60 6 86 70 26-64 86-70 90-10 110 90 20 130-196 280z"/>',
  '<path d="M330 60a200 200 0 10100 300A170 170 0 01330 60z"/>',
  '<path d="M420 80Q120 90 110 300q0 40 20 70l-40 70 34 20 40-66q40 20 80 12Q430 370 420 80zM150 350Q240 200 350 150 200 240 170 366z"/>',
  '<path d="M290 40L110 290h120l-40 190 210-270H270z"/>',
  '<path d="M80 380l-30-220 110 90 96-150 96 150 110-90-30 220zM80 410h352v44H80z"/>',
  '<path d="M30 330q56-110 113 0t113 0 113 0 113 0v110H30zM30 230q56-110 113 0t113 0 113 0 113 0v40q-56-110-113 0t-113 0-113 0-113 0z"/>',
]

export const svg = (width: number, height: number, body: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${body}</svg>`

export const cloth = ([base, second, pattern]: (typeof designs)[number]) =>
  `<defs><pattern id="cloth" width="32" height="32" patternUnits="userSpaceOnUse"><rect width="32" height="32" fill="${base}"/>${patterns[pattern](second)}</pattern></defs>`

/** Draws a shirt. In the classic template, limbs span y 355 to 483, and the torso's front spans x 231 to 359 and y 74 to 202. */
function shirt(design: (typeof designs)[number], thing: number): string {
  const [base, second] = design
  // Hands stay bare.
  const sleeves =
    thing === 4
      ? ''
      : `<rect y="285" width="585" height="${thing % 3 === 2 ? 130 : 178}" fill="url(#cloth)"/>`
  const front = [
    `<rect x="289" y="74" width="12" height="128" fill="${second}"/>`,
    `<path d="M255 74h80l-40 44z" fill="${second}"/>`,
    `<rect x="291" y="74" width="8" height="128" fill="#ffffff90"/>${[90, 120, 150, 180].map((y) => `<circle cx="295" cy="${y}" r="5" fill="#333"/>`).join('')}`,
    `<path d="M260 150h70v34h-70z" fill="${second}" opacity="0.8"/><path d="M270 74v40M320 74v40" stroke="#fff" stroke-width="4"/>`,
    `<path d="M245 74l50 70 50-70v128H245z" fill="${second}" opacity="0.7"/>`,
  ][thing % 5]
  return svg(
    585,
    559,
    `${cloth(design)}<rect width="585" height="210" fill="url(#cloth)"/><rect x="231" y="194" width="260" height="8" fill="${base}"/>${front}${sleeves}`,
  )
}

function pants(design: (typeof designs)[number], thing: number): string {
  const [, second] = design
  const length = [178, 178, 100, 178, 178, 178, 168, 110, 90, 178][thing] ?? 178
  const shoes = `<rect y="458" width="585" height="25" fill="#2b2b30"/><rect x="0" y="484" width="585" height="75" fill="#2b2b30"/>`
  return svg(
    585,
    559,
    `${cloth(design)}<rect y="178" width="585" height="24" fill="url(#cloth)"/><rect y="178" width="585" height="7" fill="${second}"/><rect y="285" width="585" height="${length}" fill="url(#cloth)"/>${shoes}`,
  )
}

const tShirt = ([base, second]: (typeof designs)[number], thing: number) =>
  svg(
    512,
    512,
    `<g fill="${base}" stroke="${second}" stroke-width="16" stroke-linejoin="round">${emblems[thing]}</g>`,
  )

const decal = (design: (typeof designs)[number], thing: number) =>
  svg(
    512,
    512,
    `${cloth(design)}<rect width="512" height="512" rx="24" fill="#3a2c22"/><rect x="28" y="28" width="456" height="456" fill="url(#cloth)"/><circle cx="256" cy="256" r="180" fill="#ffffffd8"/><g transform="translate(128 128) scale(0.5)" fill="#33333c">${emblems[thing]}</g>`,
  )

const drawings: Record<ClothesKind, (design: (typeof designs)[number], thing: number) => string> = {
  tShirt,
  shirt,
  pants,
  decal,
}

/** Returns a named catalog item as SVG: one of 160 per kind. */
export function item(kind: ClothesKind, index: number): { name: string; svg: string } {
  const name = itemNames(kind)[index]
  const design = designs[index % designs.length]
  if (name === undefined || !design) throw new Error(`there is no ${kind} ${index}`)
  return { name, svg: drawings[kind](design, Math.floor(index / designs.length)) }
}
