import { type Clock, hour } from '@baseplate/service/clock'
import { lockUser, requireOwnAccount, useCase } from '../../accounts/door.ts'
import { isEmailVerified } from '../../accounts/emails/rules.ts'
import type { Actor } from '../../accounts/rules.ts'
import type { Db } from '../../foundation/database.ts'
import { Refused } from '../../foundation/errors.ts'
import { noInput } from '../../foundation/input.ts'
import type { LimitCounts } from '../../foundation/limit-counts.ts'
import { createLimit, type Limit } from '../../foundation/limits.ts'
import type { EmailLinks } from '../links/email-links.ts'
import { endEmailChanges, findPendingEmail } from '../links/queries.ts'

/** Limits the links that an account has mailed, so that nobody floods a mailbox. */
export const createEmailLimit = (counts: LimitCounts): Limit =>
  createLimit(counts, { points: 5, windowSeconds: hour / 1_000, code: 'limits.emails' })

interface Reading {
  db: Db
  now: Clock
  emailLinks: EmailLinks
}

/** Returns the state of the actor's address, for the settings. */
export async function viewEmail({ db, now, emailLinks }: Reading, actor: Actor) {
  const user = await requireOwnAccount(db, actor)
  return {
    email: user.email,
    emailVerified: isEmailVerified(user),
    /** The address that waits for its confirmation. */
    pendingEmail: await findPendingEmail(db, actor.id, now()),
    /** Whether links can be sent that confirm an address. */
    emailLinks: emailLinks.available,
  }
}

/** @returns the address. @throws Refused `invalid` if there is nothing to confirm, or no mail can be sent; `limited`. */
export const sendEmailLink = useCase(
  {
    summary:
      "Mails another link that confirms the actor's address, or the one that they are changing to. Earlier links end.",
    scope: 'browser',
    input: noInput,
  },
  async (platform: Reading & { emailLimit: Limit }, actor): Promise<string> => {
    const { db, emailLinks, emailLimit } = platform
    if (!emailLinks.available) throw new Refused('accounts.email_links_unavailable')
    if (!(await findDue(platform, db, actor))) throw nothingToConfirm()
    await emailLimit.spend(actor.id)
    const mailLink = await emailLinks.prepare()
    const email = await db.transaction().execute(async (trx) => {
      await lockUser(trx, actor.id)
      const due = await findDue(platform, trx, actor)
      if (!due) throw nothingToConfirm()
      await mailLink(trx, actor, due)
      return due.email
    })
    emailLinks.wake()
    return email
  },
)

async function findDue({ now }: Pick<Reading, 'now'>, db: Db, actor: Actor) {
  const pending = await findPendingEmail(db, actor.id, now())
  if (pending !== null) return { email: pending, purpose: 'change' } as const
  const user = await requireOwnAccount(db, actor)
  if (user.email === null || isEmailVerified(user)) return undefined
  return { email: user.email, purpose: 'verification' } as const
}

export const cancelEmailChange = useCase(
  {
    summary: "Gives up a change of the actor's address that is not confirmed. Does nothing if there is none.",
    scope: 'browser',
    input: noInput,
  },
  async ({ db, now }: Pick<Reading, 'db' | 'now'>, actor) => {
    await endEmailChanges(db, actor.id, now())
  },
)

const nothingToConfirm = () => new Refused('accounts.email_nothing_to_confirm')
