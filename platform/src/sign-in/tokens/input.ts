import { z } from 'zod'
import { tokenScopes } from '../../accounts/rules.ts'
import { wholeNumber, withBoxes } from '../../foundation/form-values.ts'
import { invalid } from '../../foundation/input.ts'
import { isTokenScope, maxTokenDays, maxTokenName } from './rules.ts'

const name = invalid('tokens.name_invalid', { max: maxTokenName })
const scopes = invalid('tokens.scopes_invalid', { scopes: tokenScopes.join(', ') })
const expires = invalid('tokens.expiry_invalid', { max: maxTokenDays })

export const createTokenInput = withBoxes('scopes', tokenScopes, {
  name: z.string(name).trim().min(1, name).max(maxTokenName, name),
  scopes: z
    .string(scopes)
    .transform((text) => text.split(',').map((scope) => scope.trim()))
    .pipe(z.array(z.custom<(typeof tokenScopes)[number]>((scope) => isTokenScope(String(scope)), scopes)))
    .refine((list) => new Set(list).size === list.length, scopes),
  expires: wholeNumber({ min: 1, max: maxTokenDays }, expires, 3),
})

export const revokeTokenInput = z.object({ id: z.string().max(30) })
