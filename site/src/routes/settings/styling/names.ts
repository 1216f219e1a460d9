import type { PlainKey } from '@baseplate/texts/keys'

/** A class, an element or a variable that profile CSS may use, with its meaning. */
export interface CssName {
  name: string
  about: PlainKey
}

/** Selectors for profile CSS: docs/reference/site-api.md#profile-css. */
export const selectors: readonly CssName[] = [
  { name: 'body', about: 'styling.names.body' },
  { name: '.ground', about: 'styling.names.ground' },
  { name: 'h2', about: 'styling.names.h2' },
  { name: '.about', about: 'styling.names.about' },
  { name: '.places', about: 'styling.names.places' },
  { name: '.groups', about: 'styling.names.groups' },
  { name: '.posts', about: 'styling.names.posts' },
  { name: '.card', about: 'styling.names.card' },
  { name: '.tile', about: 'styling.names.tile' },
  { name: '.tile-picture', about: 'styling.names.tile_picture' },
  { name: '.tile-name', about: 'styling.names.tile_name' },
  { name: '.group', about: 'styling.names.group' },
  { name: '.post', about: 'styling.names.post' },
  { name: '.post-author', about: 'styling.names.post_author' },
  { name: '.post-time', about: 'styling.names.post_time' },
  { name: '.post-text', about: 'styling.names.post_text' },
]

/** Variables that profile CSS may set. */
export const cardColours: readonly CssName[] = [
  { name: '--card-ground', about: 'styling.names.card_ground' },
  { name: '--card-line', about: 'styling.names.card_line' },
  { name: '--card-text', about: 'styling.names.card_text' },
  { name: '--card-muted', about: 'styling.names.card_muted' },
]

/** Variables of the reader's theme, which profile CSS may use. */
export const themeColours: readonly CssName[] = [
  { name: '--surface', about: 'styling.names.surface' },
  { name: '--surface-raised', about: 'styling.names.surface_raised' },
  { name: '--surface-sunken', about: 'styling.names.surface_sunken' },
  { name: '--line', about: 'styling.names.line' },
  { name: '--text', about: 'styling.names.text' },
  { name: '--text-muted', about: 'styling.names.text_muted' },
  { name: '--accent', about: 'styling.names.accent' },
  { name: '--on-accent', about: 'styling.names.on_accent' },
  { name: '--accent-text', about: 'styling.names.accent_text' },
  { name: '--font-title', about: 'styling.names.font_title' },
]
