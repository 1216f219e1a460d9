import { z } from 'zod'
import { parseTime } from '../../foundation/parse-time.ts'
import { plainText } from '../../foundation/plain-text.ts'
import { bannerStates, bannerTones, isSafeLink, maxBannerLength, maxLinkLength } from './rules.ts'

const wrongTime = { error: 'A time such as 2030-01-31T12:00, in UTC' }
const time = z
  .string()
  .trim()
  .default('')
  .transform((text) => (text === '' ? null : parseTime(text)))
  .refine((ms) => ms === null || Number.isFinite(ms), wrongTime)

export const bannerIdInput = z.object({
  id: z.string({ error: 'Which banner?' }).regex(/^[a-z0-9]{1,40}$/, { error: 'There is no such banner' }),
})

export const bannerInput = z
  .object({
    text: z
      .string({ error: 'Say something' })
      .transform((text) => plainText(text).replaceAll(/\s+/g, ' ').trim())
      .refine((text) => text !== '', { error: 'Say something' })
      .refine((text) => text.length <= maxBannerLength, {
        error: `Banners have at most ${maxBannerLength} characters`,
      }),
    tone: z.enum(bannerTones, { error: 'Choose how it looks' }).default('Neutral'),
    link: z
      .string()
      .trim()
      .max(maxLinkLength, { error: `Addresses have at most ${maxLinkLength} characters` })
      .refine((link) => link === '' || isSafeLink(link), {
        error: 'A path of this site, such as /games, or an address that begins with https://',
      })
      .default(''),
    starts: time,
    ends: time,
  })
  .refine(({ starts, ends }) => starts === null || ends === null || ends > starts, {
    path: ['ends'],
    error: 'It ends after it starts',
  })

export const shownInput = bannerIdInput.extend({
  shown: z.enum(['true', 'false'], { error: 'Whether it is shown' }).transform((shown) => shown === 'true'),
})

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
