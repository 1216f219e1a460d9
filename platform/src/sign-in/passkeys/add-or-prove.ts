import { z } from 'zod'
import { type SecurityNotices, type Sender, useCase } from '../../accounts/door.ts'
import type { BrandingReader } from '../../foundation/branding.ts'
import { beginPasskey, finishPasskey, type UsingPasskeys } from './add-passkey.ts'
import { addPasskeyInput } from './input.ts'
import { beginProof, proveWithPasskey } from './sign-in.ts'

/** `proof`: the passkey proves the identity of the user. Anything else adds a passkey. */
const purpose = { for: z.string().optional() }

/** @throws Refused `invalid` if browsers offer no passkeys here, or there are too many; `missing`: there is none to prove with */
export const beginPasskeyOrProof = useCase(
  {
    summary:
      'Returns the options with which a browser makes a passkey, or proves the identity of the user with one.',
    scope: 'browser',
    input: z.object(purpose),
  },
  async (
    platform: UsingPasskeys & { branding: Pick<BrandingReader, 'read'> },
    actor,
    input,
    sender: Pick<Sender, 'sessionToken'>,
  ) =>
    input.for === 'proof'
      ? await beginProof(platform, actor, {}, sender)
      : await beginPasskey(platform, actor, {}, sender),
)

/** @throws as `finishPasskey` and `proveWithPasskey` */
export const finishPasskeyOrProof = useCase(
  {
    summary:
      'Adds the passkey that a browser has made, or takes a passkey as a fresh proof of the identity of the user.',
    scope: 'browser',
    proof: true,
    input: addPasskeyInput.extend(purpose),
  },
  async (
    platform: UsingPasskeys & { securityNotices: SecurityNotices },
    actor,
    { for: purpose, ...given },
    sender: Pick<Sender, 'sessionToken' | 'userAgent'>,
  ) =>
    purpose === 'proof'
      ? { proved: await proveWithPasskey(platform, actor, given, sender) }
      : finishPasskey(platform, actor, given, sender),
)
