import type { Clock } from '@baseplate/service/clock'
import { encodeQR } from 'qr'
import { lockUser, type SecurityNotices, useCase } from '../../accounts/door.ts'
import { requireFreshProof } from '../../accounts/factors/rules.ts'
import type { Actor } from '../../accounts/rules.ts'
import type { BrandingReader } from '../../foundation/branding.ts'
import type { Db } from '../../foundation/database.ts'
import { InvalidFields, Refused } from '../../foundation/errors.ts'
import { noInput } from '../../foundation/input.ts'
import { codeInput } from '../input.ts'
import type { CheckingCodes } from './codes.ts'
import { findTotpSecret, updateFactors } from './queries.ts'
import { replaceRecoveryCodes } from './recovery-codes.ts'
import { isTotpCode, plainCode, totpSetupLifetime } from './rules.ts'
import { newTotpSecret, stepOfCode, totpUri } from './totp.ts'
import type { TotpKey } from './totp-key.ts'

interface SettingUp {
  db: Db
  now: Clock
  totpKey: TotpKey
  branding: Pick<BrandingReader, 'read'>
}

/** @throws Refused `forbidden` without a fresh proof; `conflict` if an app is set up. */
export const setUpTotp = useCase(
  {
    summary:
      "Makes a secret for the actor's authenticator app, which has no effect before `confirmTotp`. Replaces a secret that was not confirmed.",
    scope: 'browser',
    proof: true,
    input: noInput,
  },
  async (platform: SettingUp, actor): Promise<{ secret: string; uri: string }> => {
    const { db, now, totpKey, branding } = platform
    requireFreshProof(actor, now())
    const { name } = await branding.read()
    const secret = newTotpSecret()
    const encrypted = await totpKey.encrypt(actor.id, secret)
    const made = { secret: encrypted, created: now(), last_step: 0 }
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('totp_secrets')
      .values({ user_id: actor.id, confirmed: null, ...made })
      .onConflict((conflict) =>
        conflict.column('user_id').doUpdateSet(made).where('totp_secrets.confirmed', 'is', null),
      )
      .executeTakeFirstOrThrow()
    if (!numInsertedOrUpdatedRows) throw new Refused('accounts.totp_set_up_already')
    return { secret, uri: totpUri(secret, { site: name, username: actor.username }) }
  },
)

/** The secret that an authenticator app is being set up with. */
interface TotpSetup {
  secret: string
  uri: string
  /** The URI as a QR code: an SVG path in a square of `size` units. */
  qr: { size: number; path: string }
}

/** Returns the secret that waits for its confirmation; null: there is none. */
export async function viewTotpSetup(platform: SettingUp, actor: Actor): Promise<TotpSetup | null> {
  const { db, now, totpKey, branding } = platform
  const stored = await findTotpSecret(db, actor.id)
  if (!stored || stored.confirmed !== null || now() - stored.created > totpSetupLifetime) return null
  const secret = await totpKey.decrypt(actor.id, stored.secret)
  if (secret === undefined) return null
  const { name } = await branding.read()
  const uri = totpUri(secret, { site: name, username: actor.username })
  return { secret, uri, qr: drawQr(uri) }
}

function drawQr(text: string): TotpSetup['qr'] {
  const rows = encodeQR(text, 'raw', { border: 2 })
  const path = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])))
  return { size: rows.length, path: path.join('') }
}

/** @throws InvalidFields `code`; Refused `limited` after too many codes, `conflict` if there is no app to confirm. */
export const confirmTotp = useCase(
  {
    summary:
      'Turns the authenticator app on with a code that it shows, and returns new recovery codes. One of several simultaneous confirmations wins.',
    scope: 'browser',
    proof: true,
    input: codeInput,
  },
  async (
    platform: CheckingCodes & { securityNotices: SecurityNotices },
    actor,
    { code },
  ): Promise<{ recoveryCodes: string[] }> => {
    const { db, now, codeLimit, totpKey } = platform
    requireFreshProof(actor, now())
    const plain = plainCode(code)
    const stored = await findTotpSecret(db, actor.id)
    if (!stored || stored.confirmed !== null || now() - stored.created > totpSetupLifetime)
      throw new Refused('accounts.totp_not_begun')
    await codeLimit.spend(actor.id)
    const secret = await totpKey.decrypt(actor.id, stored.secret)
    if (secret === undefined) throw new Refused('accounts.totp_not_begun')
    const step = isTotpCode(plain) ? stepOfCode(secret, plain, now()) : undefined
    if (step === undefined) throw new InvalidFields({ code: 'accounts.code_incorrect' })
    return platform.securityNotices.transaction(actor.id, async (trx, tell) => {
      await lockUser(trx, actor.id)
      const { numUpdatedRows } = await trx
        .updateTable('totp_secrets')
        .set({ confirmed: now(), last_step: step })
        .where('user_id', '=', actor.id)
        .where('secret', '=', stored.secret)
        .where('confirmed', 'is', null)
        .executeTakeFirstOrThrow()
      if (numUpdatedRows === 0n) throw new Refused('accounts.totp_not_begun')
      await updateFactors(trx, actor.id)
      tell({ event: 'authenticator_added', values: {} })
      return { recoveryCodes: await replaceRecoveryCodes(trx, actor.id) }
    })
  },
)
