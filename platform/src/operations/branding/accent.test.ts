import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type AccentTheme, accentContrast, accentShades, accentThemes } from './accent.ts'
import { contrastOf, hexOf, oklchOf } from './oklch.ts'

const hues = Array.from({ length: 36 }, (_, index) => index * 10)
const colours = [
  ...hues.flatMap((h) => [0.05, 0.4, 0.62, 0.95].map((l) => hexOf({ l, c: 0.3, h }))),
  '#000000',
  '#ffffff',
  '#777777',
]

/** Returns the surface colours in the stylesheet of a theme. */
function surfacesOf(theme: AccentTheme): string[] {
  const css = readFileSync(new URL(`../../../../site/src/theme/${theme}.css`, import.meta.url), 'utf8')
  const found = [...css.matchAll(/--surface(?:-raised|-sunken)?: oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)/g)]
  return found.map(([, l, c, h]) => hexOf({ l: Number(l), c: Number(c), h: Number(h) }))
}

test.each(accentThemes)('makes every colour readable in the theme %s', (theme) => {
  const surfaces = surfacesOf(theme)
  expect(surfaces).toHaveLength(3)
  const needed = theme === 'high-contrast' ? 7 : 4.5
  for (const colour of colours) {
    const shades = accentShades(colour, theme)
    expect(contrastOf(shades.onAccent, shades.accent), colour).toBeGreaterThanOrEqual(needed)
    expect(contrastOf(shades.onAccent, shades.accentHover), colour).toBeGreaterThanOrEqual(needed)
    for (const background of [...surfaces, shades.accentSoft])
      expect(contrastOf(shades.accentText, background), `${colour} on ${background}`).toBeGreaterThanOrEqual(
        needed,
      )
    expect(accentContrast(shades, theme).link).toBeGreaterThanOrEqual(needed)
    // On dark surfaces, every button stands out by itself.
    const outline = theme === 'light' ? shades.accentEdge : shades.accent
    const contrasts = surfaces.map((surface) => contrastOf(outline, surface))
    expect(Math.min(...contrasts), colour).toBeGreaterThanOrEqual(3)
  }
})

test('keeps a colour that is readable as it is', () => {
  const orange = '#ff8a3d'
  expect(accentShades(orange, 'light').accent).toBe(orange)
  expect(accentShades(orange, 'dark').accent).toBe(orange)
})

test('converts colours to OKLCH and back', () => {
  for (const colour of ['#ff8a3d', '#132a3a', '#00ff00', '#808080'])
    expect(hexOf(oklchOf(colour))).toBe(colour)
})
