import { isDeepStrictEqual } from 'node:util'
import type { SiteBranding, SitePicture } from '../../foundation/branding.ts'
import type { Config } from '../../foundation/config/schema.ts'

/** Values that differ from the configuration. A value that is absent is the configured one. */
export interface BrandingChanges {
  name?: string | undefined
  tagline?: string | undefined
  welcome?: string | undefined
  logo?: SitePicture | undefined
  icon?: SitePicture | undefined
  accent?: string | undefined
  terms?: string | undefined
  privacy?: string | undefined
  contact?: string | undefined
  languages?: readonly string[] | undefined
  genres?: readonly string[] | undefined
}

/** Maximum lengths in characters. Name and tagline are as long as in the configuration. */
export const maxNameLength = 40
export const maxTaglineLength = 120
export const maxWelcomeLength = 400
export const maxLinkLength = 500

/** As in the configuration. */
export const maxGenres = 100
export const maxGenreLength = 40

export const pictureKinds = ['logo', 'icon'] as const
export type PictureKind = (typeof pictureKinds)[number]

/** Maximum size of an uploaded logo or icon. */
export const maxPictureBytes = 2_000_000

/** Maximum pixels of an upload, which is decoded as a whole. */
export const maxPicturePixels = 16_000_000

/** Side of the icon in pixels: the largest that web manifests ask for. */
export const iconSide = 512

/** The logo is at most this wide and high, in pixels: twice its size on pages. */
export const logoSize = { width: 480, height: 96 } as const

export const picturesFolder = 'site-pictures'
export const pictureFile = ({ name }: Pick<SitePicture, 'name'>): string => `${picturesFolder}/${name}.png`

export type Configured = Pick<Config, 'Name' | 'Tagline' | 'Places'>

/**
 * Returns the branding in force.
 *
 * @param languages all languages that the configuration offers, the default first. Others that were chosen are left out.
 */
export function brandingOf(
  { Name, Tagline, Places }: Configured,
  languages: readonly string[],
  changes: BrandingChanges,
): SiteBranding {
  const chosen = (changes.languages ?? []).filter((locale) => languages.includes(locale))
  return {
    name: changes.name ?? Name,
    tagline: changes.tagline ?? Tagline,
    welcome: changes.welcome ?? '',
    logo: changes.logo ?? null,
    icon: changes.icon ?? null,
    accent: changes.accent ?? null,
    links: {
      terms: changes.terms ?? '',
      privacy: changes.privacy ?? '',
      contact: changes.contact ?? '',
    },
    languages: chosen.length > 0 ? chosen : languages,
    genres: changes.genres ?? Places.Genres,
  }
}

/** Returns what the second version changed in the first: both values of each key, null for the configured one. */
export function differences(
  before: BrandingChanges,
  after: BrandingChanges,
): { before: Record<string, unknown>; after: Record<string, unknown> } {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])] as (keyof BrandingChanges)[]
  const changed = keys.filter((key) => !isDeepStrictEqual(before[key], after[key]))
  const valuesOf = (changes: BrandingChanges) =>
    Object.fromEntries(changed.sort().map((key) => [key, changes[key] ?? null]))
  return { before: valuesOf(before), after: valuesOf(after) }
}
