import { contrastOf, hexOf, type Oklch, oklchOf } from './oklch.ts'

export const accentPattern = /^#[0-9a-f]{6}$/

export const accentThemes = ['light', 'dark', 'high-contrast'] as const
export type AccentTheme = (typeof accentThemes)[number]

/** Shades of the accent in one theme, as `#rrggbb`. The names are those of the site's stylesheets. */
export interface AccentShades {
  /** Background of buttons. */
  accent: string
  accentHover: string
  /** Lower edge of buttons, which sets them off from the page. */
  accentEdge: string
  /** Text on buttons. */
  onAccent: string
  /** Background of selected entries. */
  accentSoft: string
  /** Links. */
  accentText: string
}

interface Theme {
  /** The surface that links have the least contrast with. */
  surface: string
  /** Required contrast of texts. */
  readable: number
  /** Lightness of the button's background, from least to most. */
  lightness: readonly [number, number]
  /** Change of lightness on hover and at the edge. */
  hover: number
  edge: number
  soft: Pick<Oklch, 'l' | 'c'>
  link: Pick<Oklch, 'l' | 'c'>
  /** Direction in which links gain contrast. */
  away: 1 | -1
}

/** The surfaces are `--surface-sunken` of the light theme and `--surface-raised` of the others. */
const themes: Readonly<Record<AccentTheme, Theme>> = {
  light: {
    surface: '#efe8da',
    readable: 4.5,
    lightness: [0.45, 0.82],
    hover: 0.035,
    edge: -0.175,
    soft: { l: 0.925, c: 0.045 },
    link: { l: 0.52, c: 0.16 },
    away: -1,
  },
  dark: {
    surface: '#16252f',
    readable: 4.5,
    lightness: [0.68, 0.85],
    hover: 0.045,
    edge: -0.215,
    soft: { l: 0.335, c: 0.055 },
    link: { l: 0.8, c: 0.13 },
    away: 1,
  },
  'high-contrast': {
    surface: '#060606',
    readable: 7,
    lightness: [0.86, 0.92],
    hover: 0.05,
    edge: 0.14,
    soft: { l: 0.28, c: 0.06 },
    link: { l: 0.9, c: 0.16 },
    away: 1,
  },
}

/**
 * Returns the shades of an accent in a theme. They keep its hue. Their lightness changes as far as texts on them, and links in
 * them, need to be readable.
 */
export function accentShades(accent: string, theme: AccentTheme): AccentShades {
  const { surface, readable, lightness, hover, edge, soft, link, away } = themes[theme]
  const picked = oklchOf(accent)
  const [least, most] = lightness
  const base = { ...picked, l: Math.min(Math.max(picked.l, least), most) }
  const button = readableButton(base, readable)
  const softened = hexOf({ h: picked.h, l: soft.l, c: Math.min(soft.c, picked.c) })
  let text: Oklch = { h: picked.h, l: link.l, c: Math.min(link.c, picked.c) }
  const isReadable = () =>
    [surface, softened].every((behind) => contrastOf(hexOf(text), behind) >= readable + 0.1)
  while (!isReadable() && text.l > 0 && text.l < 1) text = { ...text, l: text.l + away * 0.01 }
  return {
    ...button,
    accentHover: hexOf({ ...base, l: Math.min(1, oklchOf(button.accent).l + hover) }),
    accentEdge: hexOf({ ...base, l: edgeOf(oklchOf(button.accent).l + edge, theme) }),
    accentSoft: softened,
    accentText: hexOf(text),
  }
}

/** The edge sets buttons off from light surfaces (3:1), whose own shade may be close to the button's. */
const edgeOf = (l: number, theme: AccentTheme) => Math.max(0.2, Math.min(theme === 'light' ? 0.57 : 1, l))

/** Returns the background of buttons with a text that can be read on it. Some middle shades suit neither dark nor light texts. */
function readableButton(base: Oklch, readable: number): Pick<AccentShades, 'accent' | 'onAccent'> {
  const dark = readable > 5 ? '#000000' : hexOf({ h: base.h, l: 0.2, c: Math.min(0.045, base.c) })
  for (let l = base.l; l < 1; l += 0.01) {
    const accent = hexOf({ ...base, l })
    const onAccent = contrastOf(accent, dark) >= contrastOf(accent, '#ffffff') ? dark : '#ffffff'
    if (contrastOf(accent, onAccent) >= readable + 0.1) return { accent, onAccent }
  }
  return { accent: '#ffffff', onAccent: dark }
}

/** Returns the contrast of the texts in a theme: on buttons, and of links. */
export function accentContrast(
  { accent, onAccent, accentSoft, accentText }: AccentShades,
  theme: AccentTheme,
): { button: number; link: number } {
  const { surface } = themes[theme]
  return {
    button: contrastOf(accent, onAccent),
    link: Math.min(contrastOf(accentText, surface), contrastOf(accentText, accentSoft)),
  }
}

const declarations = (accent: string, theme: AccentTheme): string => {
  const shades = accentShades(accent, theme)
  return [
    `--accent:${shades.accent}`,
    `--accent-hover:${shades.accentHover}`,
    `--accent-edge:${shades.accentEdge}`,
    `--on-accent:${shades.onAccent}`,
    `--accent-soft:${shades.accentSoft}`,
    `--accent-text:${shades.accentText}`,
  ].join(';')
}

/** Returns the stylesheet that replaces the accent of every theme. Its selectors outrank those of the themes. */
export const accentStylesheet = (accent: string): string =>
  [
    `:root[data-theme],[data-theme][data-theme]{${declarations(accent, 'light')}}`,
    `[data-theme="dark"][data-theme]{${declarations(accent, 'dark')}}`,
    `@media (prefers-color-scheme:dark){[data-theme="auto"][data-theme]{${declarations(accent, 'dark')}}}`,
    `[data-theme="high-contrast"][data-theme]{${declarations(accent, 'high-contrast')}}`,
  ].join('\n')
