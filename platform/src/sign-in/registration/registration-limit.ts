import { type Clock, hour, second } from '@baseplate/service/clock'
import { addressGroup } from '@baseplate/service/network/address-group'
import type { Config } from '../../foundation/config/schema.ts'
import { Refused } from '../../foundation/errors.ts'
import type { LimitCounts } from '../../foundation/limit-counts.ts'
import { createPressure } from '../attacks/pressure.ts'
import { levelOf } from '../attacks/rules.ts'
import type { Work } from '../attacks/work.ts'
import type { Device } from '../sessions/sessions.ts'

/** A network may make as many accounts without work as this many addresses. */
const addressesPerNetwork = 5

/** Even with work, an address gets this many times `Registration.PerAddress`. */
const maxTimesOfAddress = 10

/** Limits new accounts by client address, by network and on the whole platform. This machine itself has no limit. */
export interface RegistrationLimit {
  /**
   * Counts one account.
   *
   * @param answer the request's field `work`.
   * @throws WorkRequired after too many accounts; Refused `limited` after far too many from one address.
   */
  spend(device: Pick<Device, 'address' | 'isOwnMachine'>, answer: string | undefined): Promise<void>
}

export function createRegistrationLimit({
  work,
  ...parts
}: {
  config: Pick<Config, 'Registration' | 'baseUrl' | 'TrustedProxies'>
  limitCounts: LimitCounts
  now: Clock
  work: Work
}): RegistrationLimit {
  const { limitCounts, config } = parts
  const { PerAddress, UsualPerHour } = config.Registration
  const pressure = createPressure(parts, {
    name: 'registration',
    windowMs: hour,
    network: addressesPerNetwork * PerAddress,
    platform: UsualPerHour,
  })

  /** Returns the level of work that another account from an address takes. */
  async function levelOfAddress(group: string, worked: string): Promise<number> {
    const { count } = await limitCounts.add(`limits.registrations ${group}`, hour)
    if (count <= PerAddress) return 0
    const paid = (await limitCounts.read([worked])).get(worked) ?? 0
    return levelOf(PerAddress + paid, PerAddress)
  }

  return {
    async spend({ address, isOwnMachine }, answer) {
      if (isOwnMachine) return
      const group = addressGroup(address)
      const worked = `registrations with work ${group}`
      const ofAddress = await levelOfAddress(group, worked)
      const level = Math.max(ofAddress, await pressure.level(address))
      if (level > 0) await work.demand({ purpose: 'registration', address, level, answer })
      if (ofAddress > 0) {
        const { count, leftMs } = await limitCounts.add(worked, hour)
        if (count > (maxTimesOfAddress - 1) * PerAddress)
          throw new Refused('limits.registrations').retryIn(Math.max(1, Math.ceil(leftMs / second)))
      }
      await pressure.add(address)
    },
  }
}
