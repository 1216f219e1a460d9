import { expect, test } from 'vitest'
import { confineCss } from './confine.ts'
import { presets } from './presets.ts'

test.each(presets)('keeps all CSS of the preset $key', ({ css }) => {
  const confined = confineCss(css, 'profile-abc')
  expect(confined.dropped).toEqual([])
  expect(confined.css).toContain('.profile-abc-ground.profile-abc-ground{')
})

/** Relative luminance (WCAG 2.2). */
const luminance = (hex: string) => {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

const contrast = (one: string, other: string) => {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

/** Colours of the last gradient of a rule, which fills the whole area. */
const groundOf = (css: string) => {
  const body = css.slice(css.indexOf('body {'), css.indexOf('}'))
  return body.slice(body.lastIndexOf('gradient(')).match(/#[0-9a-f]{6}\b/g) ?? []
}

test.each(presets)(
  'gives text and headings outside the cards of the preset $key enough contrast',
  ({ css }) => {
    const text = /\n {2}color: (#[0-9a-f]{6})/.exec(css)?.[1] ?? ''
    const heading = /\nh2 { color: (#[0-9a-f]{6})/.exec(css)?.[1] ?? text
    const ground = groundOf(css)
    expect(ground).not.toEqual([])
    for (const stop of ground) {
      expect(contrast(text, stop), `text on ${stop}`).toBeGreaterThanOrEqual(4.5)
      expect(contrast(heading, stop), `heading on ${stop}`).toBeGreaterThanOrEqual(4.5)
    }
  },
)

test.each(presets)('gives the cards of the preset $key enough contrast', ({ css }) => {
  const colour = (name: string) => new RegExp(`--card-${name}: (#[0-9a-f]{6})`).exec(css)?.[1] ?? ''
  for (const name of ['text', 'muted'])
    expect(contrast(colour(name), colour('ground')), name).toBeGreaterThanOrEqual(4.5)
})
