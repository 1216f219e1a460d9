import { z } from 'zod'
import { parseTime } from '../../foundation/calendar.ts'
import { flag } from '../../foundation/form-values.ts'
import { invalid } from '../../foundation/input.ts'
import { plainText } from '../../foundation/plain-text.ts'
import { bannerStates, bannerTones, isSafeLink, maxBannerLength, maxLinkLength } from './rules.ts'

const wrongTime = invalid('input.time_invalid')
const time = z
  .string()
  .trim()
  .default('')
  .transform((text) => (text === '' ? null : parseTime(text)))
  .refine((ms) => ms === null || Number.isFinite(ms), wrongTime)

export const bannerIdInput = z.object({
  id: z.string().regex(/^[a-z0-9]{1,40}$/, invalid('banners.not_found')),
})

export const bannerInput = z
  .object({
    text: z
      .string(invalid('banners.text_missing'))
      .transform((text) => plainText(text).replaceAll(/\s+/g, ' ').trim())
      .refine((text) => text !== '', invalid('banners.text_missing'))
      .refine((text) => text.length <= maxBannerLength, invalid('input.too_long', { max: maxBannerLength })),
    tone: z.enum(bannerTones, invalid('banners.tone_invalid')).default('Neutral'),
    link: z
      .string()
      .trim()
      .max(maxLinkLength, invalid('input.too_long', { max: maxLinkLength }))
      .refine((link) => link === '' || isSafeLink(link), invalid('banners.link_invalid'))
      .default(''),
    starts: time,
    ends: time,
  })
  .refine(({ starts, ends }) => starts === null || ends === null || ends > starts, {
    path: ['ends'],
    ...invalid('banners.ends_before_start'),
  })

export const changeBannerInput = bannerIdInput.and(bannerInput)

export const shownInput = bannerIdInput.extend({ shown: flag })

/** Filter of the list. Unknown values are ignored. */
export const listBannersInput = z.object({
  /** Text that the banner contains. */
  q: z.string().trim().max(100).default(''),
  /** Empty for any. */
  state: z
    .enum(['', ...bannerStates])
    .catch('')
    .default(''),
  sort: z.enum(['newest', 'oldest', 'soonest', 'latest']).catch('newest').default('newest'),
  /** Id of the banner to edit. */
  change: z.string().max(40).optional(),
})

export type BannerFilter = z.output<typeof listBannersInput>
