import type { Page } from '@playwright/test'

/**
 * Returns the theme of a page and the appearances of its visible text. The contrast of a text depends on nothing else: its colour,
 * the backgrounds behind it down to an opaque one, opacity, shadow, whether it is large, and whether its control is disabled.
 */
const readAppearances = `(() => {
  const opaque = /^(rgb\\(|(color|lab|lch|oklab|oklch)\\([^/]*\\)$)/
  const known = new Map([[null, '']])
  const behind = (element) => {
    const found = known.get(element)
    if (found !== undefined) return found
    const { backgroundColor, backgroundImage, opacity, filter } = getComputedStyle(element)
    const own = [backgroundColor, backgroundImage, opacity, filter].join(' ')
    const isOpaque = opaque.test(backgroundColor) && opacity === '1' && filter === 'none'
    const layers =
      own === 'rgba(0, 0, 0, 0) none 1 none' ? behind(element.parentElement)
      : isOpaque ? own
      : own + ' on ' + behind(element.parentElement)
    known.set(element, layers)
    return layers
  }
  const isText = (node) => node.nodeType === Node.TEXT_NODE && node.data.trim() !== ''
  const appearances = new Set()
  for (const element of document.querySelectorAll('body *')) {
    if (![...element.childNodes].some(isText) && !element.matches('input, select, textarea')) continue
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
    const { color, textShadow, fontSize, fontWeight } = getComputedStyle(element)
    const isDisabled = element.matches(':disabled, [aria-disabled=true]')
    // The size of large text in WCAG: 18 points, or 14 if it is bold.
    const isLarge = parseFloat(fontSize) >= (fontWeight >= 700 ? 18.66 : 24)
    appearances.add([color, textShadow, isLarge, isDisabled, behind(element)].join(' / '))
  }
  const isDark = matchMedia('(prefers-color-scheme: dark)').matches
  return { theme: document.documentElement.dataset.theme + ' ' + isDark, appearances: [...appearances] }
})()`

/** Appearances of text whose contrast axe has accepted in this process, by theme. */
const accepted = new Map<string, Set<string>>()

export interface Colours {
  /** Whether the contrast of some text has to be judged. */
  areNew: boolean
  /** Remembers that axe has found no violation. */
  accept(): void
}

/** Compares the colours of a page with the ones of earlier pages in the same theme. Pages share most of them. */
export async function coloursOf(page: Page): Promise<Colours> {
  const { theme, appearances } = await page.evaluate<{ theme: string; appearances: string[] }>(
    readAppearances,
  )
  const known = accepted.get(theme) ?? new Set()
  accepted.set(theme, known)
  return {
    areNew: appearances.some((appearance) => !known.has(appearance)),
    accept() {
      for (const appearance of appearances) known.add(appearance)
    },
  }
}
