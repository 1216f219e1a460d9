import { z } from 'zod'
import { invalid } from '../../foundation/input.ts'
import { isOn } from '../../foundation/is-on.ts'
import { isMailbox } from '../../foundation/mailbox.ts'
import { plainText } from '../../foundation/plain-text.ts'
import { accentPattern } from './accent.ts'
import {
  maxGenreLength,
  maxGenres,
  maxLinkLength,
  maxNameLength,
  maxTaglineLength,
  maxWelcomeLength,
  pictureKinds,
} from './rules.ts'

const line = (max: number) =>
  z
    .string()
    .transform((text) => plainText(text).replaceAll(/\s+/g, ' ').trim())
    .refine((text) => text.length <= max, invalid('input.too_long', { max }))

/** Whether a link is a path of this site or an http(s) address. Others, such as `javascript:`, are refused. */
function isPageLink(link: string): boolean {
  if (link.startsWith('/')) return /^\/(?![/\\])[^\s\\]*$/.test(link)
  return /^https?:\/\/[^\s]+$/i.test(link) && URL.canParse(link)
}

const link = line(maxLinkLength).default('')
const pageLink = link.refine((text) => text === '' || isPageLink(text), invalid('identity.link_invalid'))

const contact = link
  .transform((text) => (isMailbox(text) ? `mailto:${text}` : text))
  .refine(
    (text) => text === '' || isPageLink(text) || (text.startsWith('mailto:') && isMailbox(text.slice(7))),
    invalid('identity.contact_invalid'),
  )

/** Returns the checked languages, the default first. Programs send `languages` itself. */
function checkedLanguages(standard: string, boxes: Record<string, unknown>): string {
  const checked = Object.entries(boxes)
    .filter(([name, value]) => name.startsWith('language-') && isOn(value))
    .map(([name]) => name.slice('language-'.length))
  return [standard, ...checked].join(',')
}

const tagsIn = (text: string): string[] =>
  [...new Set(text.split(',').map((tag) => tag.trim()))].filter((tag) => tag !== '')

/** @param locales languages that have texts */
export function brandingInput(locales: readonly string[]) {
  const wrongLanguages = invalid('identity.languages_invalid')
  const areKnown = (tags: readonly string[]) => tags.every((tag) => locales.includes(tag))
  return z
    .looseObject({
      name: line(maxNameLength).refine((text) => text !== '', invalid('identity.name_missing')),
      tagline: line(maxTaglineLength).default(''),
      welcome: line(maxWelcomeLength).default(''),
      /** Empty: the colour of the themes. */
      accent: z
        .string()
        .trim()
        .toLowerCase()
        .refine((text) => text === '' || accentPattern.test(text), invalid('identity.accent_invalid'))
        .default(''),
      terms: pageLink,
      privacy: pageLink,
      contact,
      /** Tags with commas between them, the default first. The form of the page has a box for each language instead. */
      languages: z.string().transform(tagsIn).refine(areKnown, wrongLanguages).optional(),
      /** Tag of the default language, beside the boxes. */
      standard: z.string().default(''),
      /** One a line; empty: the configured ones. */
      genres: z
        .string()
        .transform((text) =>
          [...new Set(text.split('\n').map((one) => plainText(one).trim()))].filter((one) => one !== ''),
        )
        .refine(
          (genres) => genres.length <= maxGenres,
          invalid('identity.too_many_genres', { max: maxGenres }),
        )
        .refine(
          (genres) => genres.every((genre) => genre.length <= maxGenreLength),
          invalid('identity.genre_too_long', { max: maxGenreLength }),
        )
        .default([]),
    })
    .transform(({ languages, standard, ...fields }) => ({
      ...fields,
      languages: languages ?? tagsIn(checkedLanguages(standard, fields)),
    }))
    .refine(({ languages }) => areKnown(languages), { path: ['languages'], ...wrongLanguages })
}

export const pictureInput = z.object({ picture: z.enum(pictureKinds) })

/** Id of a version; empty for the configuration. */
export const restoreInput = z.object({ id: z.string().max(40).default('') })

export const historyInput = z.object({ cursor: z.string().optional() })
