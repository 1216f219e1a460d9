import { hour } from '@baseplate/service/clock'
import { addressGroup } from '@baseplate/service/network/address-group'
import { openUseCase } from '../../accounts/door.ts'
import { Refused } from '../../foundation/errors.ts'
import type { LimitCounts } from '../../foundation/limit-counts.ts'
import { createLimit, type Limit } from '../../foundation/limits.ts'
import { requestRecoveryInput } from '../input.ts'
import type { Device } from '../sessions/sessions.ts'
import type { Recovery } from './recovery.ts'

/** Limits requests by client address, for all accounts together. */
export const createRecoveryLimit = (counts: LimitCounts): Limit =>
  createLimit(counts, {
    points: 10,
    windowSeconds: hour / 1000,
    code: 'limits.recoveries',
  })

interface Requesting {
  recovery: Recovery
  recoveryLimit: Limit
}

/** @throws InvalidFields `account`; Refused `invalid` if no mail can be sent, `limited`. */
export const requestRecovery = openUseCase(
  {
    summary:
      'Requests a recovery link by mail. Looks up no account, so that neither the response nor its time reveals whether the account exists.',
    scope: 'browser',
    permit: async ({ recovery }: Requesting) => {
      if (!recovery.available) throw new Refused('accounts.recovery_unavailable')
    },
    input: requestRecoveryInput,
  },
  async (
    { recovery, recoveryLimit }: Requesting,
    _visitor,
    { account },
    { address }: Pick<Device, 'address'>,
  ): Promise<void> => {
    await recoveryLimit.spend(addressGroup(address))
    recovery.request(account)
  },
)
