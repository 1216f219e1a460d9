import { chanceFrom, oneOf } from './chance.ts'

type Paints = readonly [ground: string, body: string, skin: string, ink: string]

const paints: readonly [Paints, ...Paints[]] = [
  ['#ffc795', '#b5482f', '#fff0d8', '#4f1d1d'],
  ['#a9d8dc', '#1f6470', '#fdf6e4', '#123844'],
  ['#d3e4a6', '#3f7a4a', '#fff9df', '#1d4330'],
  ['#f3bdc0', '#94405f', '#fff0ea', '#4b1e3a'],
  ['#c3ccf2', '#4a55a8', '#fff6e0', '#26285c'],
  ['#f3d892', '#94652a', '#fffaf0', '#49321c'],
  ['#2c4a63', '#ff9b5c', '#fdf0dc', '#1b2f42'],
  ['#5b3a63', '#f0b64e', '#fdeee6', '#3b2243'],
]

const heads = [
  'M50 22a27 27 0 1 0 .01 0z',
  'M40 24h20a16 16 0 0 1 16 16v18a18 18 0 0 1-18 18h-16a18 18 0 0 1-18-18v-18a16 16 0 0 1 16-16z',
  'M50 20a23 23 0 0 1 23 23v12a23 23 0 0 1-46 0v-12a23 23 0 0 1 23-23z',
] as const

const tops = [
  'M24 40a26 24 0 0 1 52 0q-10-9-26-9t-26 9z',
  'M25 36a25 21 0 0 1 50 0h13v5h-63z',
  'M50 20l-13-9v18zM50 20l13-9v18z',
  'M48 24q-4-12 10-17-1 10-5 17z',
  '',
] as const

const eyes = [
  'M40 43a3.6 3.6 0 1 0 .01 0zM60 43a3.6 3.6 0 1 0 .01 0z',
  'M37 42h6v9h-6zM57 42h6v9h-6z',
  'M35 45h10v4h-10zM55 45h10v4h-10z',
  'M35 48a5 5 0 0 1 10 0h-3.4a1.6 1.6 0 0 0-3.2 0zM55 48a5 5 0 0 1 10 0h-3.4a1.6 1.6 0 0 0-3.2 0z',
] as const

const mouths = [
  'M41 57h18a9 9 0 0 1-18 0z',
  'M43 58h14v4h-14z',
  'M40 57h3.6a6.4 5 0 0 0 12.8 0h3.6a10 8.4 0 0 1-20 0z',
  'M50 56a4.6 4.6 0 1 0 .01 0z',
] as const

/** Draws the default face of a username. Letter case does not change it. */
export function faceOf(username: string) {
  const chance = chanceFrom(`person ${username.toLowerCase()}`)
  const [ground, body, skin, ink] = oneOf(chance, paints)
  const [head, top] = [oneOf(chance, heads), oneOf(chance, tops)]
  return { ground, body, skin, ink, head, top, features: oneOf(chance, eyes) + oneOf(chance, mouths) }
}
