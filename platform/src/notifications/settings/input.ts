import { z } from 'zod'
import { flag } from '../../foundation/form-values.ts'
import { invalid } from '../../foundation/input.ts'
import { type Choice, mailChoices, type NotificationKind, notificationKinds } from './rules.ts'
import { isTimeZone } from './schedule.ts'

const mailChoice = z.enum(mailChoices, invalid('notifications.mail_choice_invalid')).optional()

/** A time of day as browsers send it, in minutes. Empty: none. */
const timeOfDay = z
  .string()
  .trim()
  .regex(/^(([01]\d|2[0-3]):[0-5]\d(:\d\d)?)?$/, invalid('notifications.time_invalid'))
  .transform((text) => (text === '' ? null : Number(text.slice(0, 2)) * 60 + Number(text.slice(3, 5))))
  .optional()

const fields = {
  timezone: z.string().trim().refine(isTimeZone, invalid('notifications.time_zone_unknown')).optional(),
  quietfrom: timeOfDay,
  quietto: timeOfDay,
}

/** The fields `friends_site`, `friends_mail`, `friends_push`, and so on. */
const choiceFields = <Suffix extends string, Schema extends z.ZodType>(suffix: Suffix, schema: Schema) =>
  Object.fromEntries(notificationKinds.map((kind) => [`${kind}_${suffix}`, schema])) as Record<
    `${NotificationKind}_${Suffix}`,
    Schema
  >

/** Programs may send some of the settings. The others stay as they are. */
export const settingsInput = z
  .object({
    ...fields,
    ...choiceFields('site', flag.optional()),
    ...choiceFields('mail', mailChoice),
    ...choiceFields('push', flag.optional()),
  })
  .transform(({ timezone, quietfrom, quietto, ...rest }) => {
    const changeOf = (kind: NotificationKind): Partial<Choice> => {
      const {
        [`${kind}_site` as const]: site,
        [`${kind}_mail` as const]: mail,
        [`${kind}_push` as const]: push,
      } = rest
      return {
        ...(site !== undefined && { site }),
        ...(mail !== undefined && { mail }),
        ...(push !== undefined && { push }),
      }
    }
    const choices = Object.fromEntries(notificationKinds.map((kind) => [kind, changeOf(kind)]))
    return { timezone, quietfrom, quietto, choices: choices as Record<NotificationKind, Partial<Choice>> }
  })
