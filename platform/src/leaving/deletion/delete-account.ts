import { day } from '@baseplate/service/clock'
import {
  addDeletion,
  countOtherAdministrators,
  lockUser,
  type SecurityNotices,
  useCase,
  withdrawExport,
} from '../../accounts/door.ts'
import { requireFreshProof } from '../../accounts/factors/rules.ts'
import { isAdministrator } from '../../accounts/rules.ts'
import type { Config } from '../../foundation/config/schema.ts'
import { Refused } from '../../foundation/errors.ts'
import type { Inbox } from '../../notifications/door.ts'
import { leaveAnyParty } from '../../parties/door.ts'
import { endPlaying, leaveLine, type TakedownEnforcement } from '../../places/door.ts'
import {
  type Confirming,
  confirmPassword,
  type Device,
  deleteAccountInput,
  deleteSessions,
  endRecoveryLinks,
} from '../../sign-in/door.ts'

interface Leaving extends Confirming {
  config: Pick<Config, 'Deletion'>
  securityNotices: SecurityNotices
  inbox: Pick<Inbox, 'recheckSessions' | 'reportChange'>
  /** Ends game sessions and servers in the user's places. */
  takedownEnforcement: Pick<TakedownEnforcement, 'enforce'>
}

/** @throws InvalidFields `password`; Refused `forbidden` without a proof, `invalid` for the last administrator. */
export const deleteAccount = useCase(
  {
    summary:
      "Deletes the actor's account: hides it, ends its sessions, and has it erased after a while. The user leaves their game, the line of a full game and their party.",
    scope: 'browser',
    proof: true,
    input: deleteAccountInput,
  },
  async (platform: Leaving, actor, { password, work }, { address }: Device): Promise<void> => {
    const { now, config } = platform
    if (password === undefined) requireFreshProof(actor, now())
    else await confirmPassword(platform, actor, { password, field: 'password', address, work })
    const inParty = await platform.securityNotices.transaction(actor.id, async (trx, tell) => {
      if (isAdministrator(actor) && (await countOtherAdministrators(trx, actor.id)) === 0)
        throw new Refused('accounts.last_administrator')
      if (!(await lockUser(trx, actor.id))) throw new Refused('accounts.gone')
      const requested = now()
      await addDeletion(trx, actor.id, { requested, due: requested + config.Deletion.WaitDays * day })
      await deleteSessions(trx, actor.id)
      await withdrawExport(trx, actor.id)
      await endRecoveryLinks(trx, actor.id, requested)
      await endPlaying(trx, actor.id, requested, 'left')
      await leaveLine(trx, [actor.id])
      tell({ event: 'deletion_requested', values: { days: config.Deletion.WaitDays } })
      return leaveAnyParty(trx, actor.id, requested)
    })
    platform.inbox.reportChange(inParty, 'party')
    platform.inbox.recheckSessions(actor.id)
    await platform.takedownEnforcement.enforce()
  },
)
