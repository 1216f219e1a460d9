import { minute, second } from '@baseplate/service/clock'
import { addressGroup } from '@baseplate/service/network/address-group'
import { lockUser, openUseCase, type SecurityNotices, type Sender, useCase } from '../../accounts/door.ts'
import { Refused } from '../../foundation/errors.ts'
import { newSignInToken } from '../../foundation/ids.ts'
import { noInput } from '../../foundation/input.ts'
import type { LimitCounts } from '../../foundation/limit-counts.ts'
import { createLimit, type Limit } from '../../foundation/limits.ts'
import { type Proved, recordProof } from '../factors/prove.ts'
import { enter } from '../sessions/enter.ts'
import { spendPendingSignIn } from '../sessions/pending-sign-ins.ts'
import { findPendingSignIn } from '../sessions/queries.ts'
import type { Device } from '../sessions/sessions.ts'
import { requireRelyingParty, type UsingPasskeys } from './add-passkey.ts'
import { makeChallenge, spendChallenge } from './challenges.ts'
import { passkeyResponseInput } from './input.ts'
import { listCredentials } from './queries.ts'
import { recordPasskeyUse, verifyPasskey } from './verify-passkey.ts'
import { loadWebauthn } from './webauthn.ts'

/** Limits how many challenges visitors of one network can request, because each challenge is stored. */
export const createPasskeyLimit = (counts: LimitCounts): Limit =>
  createLimit(counts, {
    points: 100,
    windowSeconds: (10 * minute) / second,
    code: 'accounts.too_many_attempts_from_network',
  })

/** A browser that is signing in. It has no token yet before its first step. */
type Signing = Device & Pick<Sender, 'signInToken'>

/**
 * @returns also the token that the browser needs for `signInWithPasskey`.
 * @throws Refused `limited`; `invalid` if browsers offer no passkeys at the address of the site.
 */
export const beginSignIn = openUseCase(
  {
    summary:
      'Returns the options for a sign-in with a passkey. If the browser has already sent the password of an account, only passkeys of that account are allowed. Otherwise any passkey of the site is.',
    scope: 'browser',
    input: noInput,
  },
  async (
    platform: UsingPasskeys & { passkeyLimit: Limit },
    _visitor,
    _nothing,
    { address, isOwnMachine, signInToken }: Signing,
  ) => {
    const { id: rpID } = requireRelyingParty(platform)
    if (!isOwnMachine) await platform.passkeyLimit.spend(addressGroup(address))
    const token = signInToken ?? newSignInToken()
    const pending = await findPendingSignIn(platform.db, token, platform.now())
    const challenge = Buffer.from(await makeChallenge(platform, token, 'sign-in'), 'base64url')
    const { generateAuthenticationOptions } = await loadWebauthn()
    const options = await generateAuthenticationOptions({
      rpID,
      challenge,
      // Without a password, the passkey must be two factors: the authenticator, and its PIN or a biometric.
      userVerification: pending ? 'preferred' : 'required',
      ...(pending && { allowCredentials: await listCredentials(platform.db, pending.id) }),
    })
    return { token, options }
  },
)

/** @throws Refused `invalid`; `unauthenticated`: another request has completed the sign-in with a password. */
export const signInWithPasskey = openUseCase(
  {
    summary:
      "Signs in with a passkey that has signed the browser's challenge, and returns the session's token.",
    scope: 'browser',
    input: passkeyResponseInput,
  },
  async (
    platform: UsingPasskeys & { securityNotices: SecurityNotices },
    _visitor,
    { response },
    { signInToken: browser = '', ...device }: Signing,
  ): Promise<string> => {
    const { db, now, securityNotices } = platform
    const party = requireRelyingParty(platform)
    const challenge = await spendChallenge(platform, browser, 'sign-in')
    const pending = await findPendingSignIn(db, browser, now())
    const passkey = await verifyPasskey(platform, party, { response, challenge, owner: pending?.id })
    return securityNotices.transaction(passkey.userId, async (trx, tell) => {
      if (!(await lockUser(trx, passkey.userId))) throw new Refused('accounts.passkey_unknown')
      if (pending && !(await spendPendingSignIn(trx, browser))) throw new Refused('accounts.sign_in_expired')
      if (!(await recordPasskeyUse(trx, passkey, now()))) throw new Refused('accounts.passkey_refused')
      return enter(trx, passkey.userId, device, { now: now(), tell })
    })
  },
)

export const beginProof = useCase(
  {
    summary: 'Returns the options with which the actor proves their identity with one of their passkeys.',
    scope: 'browser',
    input: noInput,
  },
  async (platform: UsingPasskeys, actor, _nothing, { sessionToken }: Pick<Sender, 'sessionToken'>) => {
    const { id: rpID } = requireRelyingParty(platform)
    const challenge = Buffer.from(await makeChallenge(platform, sessionToken, 'prove'), 'base64url')
    const allowCredentials = await listCredentials(platform.db, actor.id)
    if (allowCredentials.length === 0) throw new Refused('accounts.passkey_not_found')
    const { generateAuthenticationOptions } = await loadWebauthn()
    return generateAuthenticationOptions({ rpID, challenge, allowCredentials, userVerification: 'preferred' })
  },
)

/** @throws Refused `invalid` */
export const proveWithPasskey = useCase(
  {
    summary: 'Takes a passkey of the actor as a fresh proof of their identity.',
    scope: 'browser',
    input: passkeyResponseInput,
  },
  async (
    platform: UsingPasskeys,
    actor,
    { response },
    { sessionToken: token }: Pick<Sender, 'sessionToken'>,
  ): Promise<Proved> => {
    const party = requireRelyingParty(platform)
    const challenge = await spendChallenge(platform, token, 'prove')
    const passkey = await verifyPasskey(platform, party, { response, challenge, owner: actor.id })
    return platform.db.transaction().execute(async (trx) => {
      if (!(await recordPasskeyUse(trx, passkey, platform.now())))
        throw new Refused('accounts.passkey_refused')
      return recordProof(trx, actor, token, platform.now())
    })
  },
)
