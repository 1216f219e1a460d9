import { z } from 'zod'
import { invalid } from '../../foundation/input.ts'
import { maxPasskeyName } from './rules.ts'

const passkeyName = invalid('accounts.passkey_name_invalid', { max: maxPasskeyName })
const passkeyId = z
  .string(invalid('accounts.passkey_not_found'))
  .max(1_400, invalid('accounts.passkey_not_found'))

const response = z
  .string(invalid('accounts.passkey_refused'))
  .max(50_000, invalid('accounts.passkey_refused'))

export const passkeyResponseInput = z.object({ response })

/** An empty name stands for that of the device. */
export const addPasskeyInput = z.object({
  response,
  name: z.string().trim().max(maxPasskeyName, passkeyName).default(''),
})

export const passkeyIdInput = z.object({ id: passkeyId })

export const renamePasskeyInput = z.object({
  id: passkeyId,
  name: z.string(passkeyName).trim().min(1, passkeyName).max(maxPasskeyName, passkeyName),
})
