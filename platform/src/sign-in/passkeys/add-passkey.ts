import type { Clock } from '@baseplate/service/clock'
import { isConflict } from '@baseplate/storage/database/conflict'
import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import { lockUser, type SecurityNotices, type Sender, useCase } from '../../accounts/door.ts'
import { requireFreshProof } from '../../accounts/factors/rules.ts'
import type { BrandingReader } from '../../foundation/branding.ts'
import type { Config } from '../../foundation/config/schema.ts'
import type { Db } from '../../foundation/database.ts'
import { Refused } from '../../foundation/errors.ts'
import { noInput } from '../../foundation/input.ts'
import { countRecoveryCodes, updateFactors } from '../factors/queries.ts'
import { replaceRecoveryCodes } from '../factors/recovery-codes.ts'
import { deviceName, parseDevice } from '../sessions/rules.ts'
import { makeChallenge, spendChallenge } from './challenges.ts'
import { addPasskeyInput } from './input.ts'
import { listCredentials } from './queries.ts'
import { type RelyingParty, relyingPartyOf } from './relying-party.ts'
import { maxPasskeys } from './rules.ts'
import { parseResponse } from './verify-passkey.ts'
import { loadWebauthn } from './webauthn.ts'

export interface UsingPasskeys {
  db: Db
  now: Clock
  config: Pick<Config, 'baseUrl'>
}

/** @throws Refused `invalid` if browsers offer no passkeys at the address of the site. */
export function requireRelyingParty({ config }: UsingPasskeys): RelyingParty {
  const party = relyingPartyOf(config)
  if (!party) throw new Refused('accounts.passkeys_unavailable')
  return party
}

/** @throws Refused `invalid` if there are too many passkeys, or browsers offer none here. */
export const beginPasskey = useCase(
  {
    summary: "Returns the options with which the actor's browser makes a passkey.",
    scope: 'browser',
    input: noInput,
  },
  async (
    platform: UsingPasskeys & { branding: Pick<BrandingReader, 'read'> },
    actor,
    _nothing,
    { sessionToken }: Pick<Sender, 'sessionToken'>,
  ) => {
    const party = requireRelyingParty(platform)
    const known = await listCredentials(platform.db, actor.id)
    if (known.length >= maxPasskeys) throw new Refused('accounts.too_many_passkeys', { max: maxPasskeys })
    const { name } = await platform.branding.read()
    const { generateRegistrationOptions } = await loadWebauthn()
    return generateRegistrationOptions({
      rpName: name,
      rpID: party.id,
      userName: actor.username,
      userDisplayName: actor.username,
      userID: new TextEncoder().encode(actor.id),
      challenge: Buffer.from(await makeChallenge(platform, sessionToken, 'add'), 'base64url'),
      excludeCredentials: known,
      // Security keys without storage serve as a second factor.
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    })
  },
)

/**
 * @throws InvalidFields `name`; Refused `forbidden` without a fresh proof; `invalid` if the challenge is not this session's, or
 * the response does not match; `conflict` if the passkey is known.
 */
export const finishPasskey = useCase(
  {
    summary:
      "Adds the passkey that the actor's browser has made. Returns recovery codes if the account has none.",
    scope: 'browser',
    proof: true,
    input: addPasskeyInput,
  },
  async (
    platform: UsingPasskeys & { securityNotices: SecurityNotices },
    actor,
    { response, name },
    { sessionToken, userAgent }: Pick<Sender, 'sessionToken' | 'userAgent'>,
  ): Promise<{ recoveryCodes?: string[] }> => {
    const { now, securityNotices } = platform
    requireFreshProof(actor, now())
    const credential = await verifyNewPasskey(platform, response, sessionToken)
    const added = {
      id: credential.id,
      user_id: actor.id,
      name: name || deviceName(parseDevice(userAgent)),
      public_key: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
      transports: (credential.transports ?? []).join(','),
      created: now(),
      last_used: null,
    }
    try {
      return await securityNotices.transaction(actor.id, async (trx, tell) => {
        await lockUser(trx, actor.id)
        const known = await listCredentials(trx, actor.id)
        if (known.length >= maxPasskeys) throw new Refused('accounts.too_many_passkeys', { max: maxPasskeys })
        await trx.insertInto('passkeys').values(added).execute()
        await updateFactors(trx, actor.id)
        tell({ event: 'passkey_added', values: {} })
        if ((await countRecoveryCodes(trx, actor.id)) > 0) return {}
        return { recoveryCodes: await replaceRecoveryCodes(trx, actor.id) }
      })
    } catch (error) {
      throw isConflict(error) ? new Refused('accounts.passkey_known') : error
    }
  },
)

async function verifyNewPasskey(platform: UsingPasskeys, response: string, token: string) {
  const { id: expectedRPID, origin } = requireRelyingParty(platform)
  const challenge = await spendChallenge(platform, token, 'add')
  const { verifyRegistrationResponse } = await loadWebauthn()
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: parseResponse<RegistrationResponseJSON>(response),
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID,
    requireUserVerification: false,
  }).catch(() => {
    throw new Refused('accounts.passkey_refused')
  })
  if (!verified) throw new Refused('accounts.passkey_refused')
  return registrationInfo.credential
}
