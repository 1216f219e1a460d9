import { Secret, TOTP } from 'otpauth'
import type { Actor } from '../accounts/rules.ts'
import { confirmTotp, setUpTotp } from '../sign-in/factors/set-up-totp.ts'
import type { TestPlatform } from './platforms.ts'

/** Returns the code that an authenticator app shows at a time. */
export const codeAt = (secret: string, time: number): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: time })

/** Sets up an authenticator app. Passes a minute, so that its next code is another one. */
export async function withAuthenticator(platform: TestPlatform, actor: Actor) {
  const { secret } = await setUpTotp(platform, actor)
  const { recoveryCodes } = await confirmTotp(platform, actor, { code: codeAt(secret, platform.now()) })
  platform.pass(60_000)
  return { secret, recoveryCodes, code: () => codeAt(secret, platform.now()) }
}
