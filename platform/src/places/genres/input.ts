import { z } from 'zod'
import { invalid } from '../../foundation/input.ts'
import { nameKeyOf } from '../../foundation/name-key.ts'
import { hasHidden, isVisible } from '../../foundation/plain-text.ts'
import { tagLimits } from './rules.ts'

const wrongTag = invalid('places.tag_invalid', { min: tagLimits.min, max: tagLimits.max })

const tag = z
  .string()
  .refine((text) => [...text].length >= tagLimits.min && [...text].length <= tagLimits.max, wrongTag)
  .refine((text) => isVisible(text) && !hasHidden(text), wrongTag)

/** Tags of a place, as a form sends them: separated by commas. Repeated tags count once, in any letter case. */
export const tagsInput = z
  .string()
  .transform((text) => distinct(splitTags(text)))
  .pipe(z.array(tag).max(tagLimits.count, invalid('places.too_many_tags', { max: tagLimits.count })))

const splitTags = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim().replaceAll(/\s+/g, ' '))
    .filter((part) => part !== '')

const distinct = (tags: readonly string[]): string[] =>
  [...new Map(tags.toReversed().map((text) => [nameKeyOf(text), text])).values()].toReversed()
