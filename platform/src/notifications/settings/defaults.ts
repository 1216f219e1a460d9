import { isDeepStrictEqual } from 'node:util'
import type { Config } from '../../foundation/config/schema.ts'
import type { Db } from '../../foundation/database.ts'
import { saveChoice } from './queries.ts'
import { type Choices, defaultChoice, notificationKinds } from './rules.ts'

/** Returns the operator's settings for new accounts. */
function choicesOf({ Notifications }: Pick<Config, 'Notifications'>): Choices {
  const choiceOf = ({ Site, Mail, Push }: Config['Notifications']['Friends']) => ({
    site: Site,
    mail: Mail,
    push: Push,
  })
  return {
    friends: choiceOf(Notifications.Friends),
    followers: choiceOf(Notifications.Followers),
    parties: choiceOf(Notifications.Parties),
    comments: choiceOf(Notifications.Comments),
    sales: choiceOf(Notifications.Sales),
    payments: choiceOf(Notifications.Payments),
    review: choiceOf(Notifications.Review),
    decisions: choiceOf(Notifications.Decisions),
  }
}

/**
 * Creates the function that gives a new account the operator's settings, in the transaction that creates it. They are stored, so a
 * later change of the configuration leaves accounts as they are.
 */
export function createNotificationDefaults(
  config: Pick<Config, 'Notifications'>,
): (trx: Db, userId: string) => Promise<void> {
  const choices = choicesOf(config)
  const changed = notificationKinds.filter((kind) => !isDeepStrictEqual(choices[kind], defaultChoice))
  return async (trx, userId) => {
    for (const kind of changed) await saveChoice(trx, userId, kind, choices[kind])
  }
}
