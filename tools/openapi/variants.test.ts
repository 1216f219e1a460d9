import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Schema } from './type-schemas.ts'
import { flattened } from './variants.ts'

const ban = z.object({ type: z.enum(['Ban']), reason: z.string().max(10), days: z.string().regex(/^\d+$/) })
const warning = z.object({ type: z.enum(['Warning']), reason: z.string().max(10) })
const removal = z.object({ type: z.enum(['Removal', 'Purge']), reason: z.string().max(20) })

type Variant = typeof ban | typeof warning | typeof removal

const either = (...variants: [Variant, ...Variant[]]): Schema =>
  z.toJSONSchema(z.discriminatedUnion('type', variants), { io: 'input' }) as Schema

test('joins the values of a field that differs between variants', () => {
  const { type } = flattened(either(ban, warning, removal)).properties
  expect(type).toEqual({ type: 'string', enum: ['Ban', 'Warning', 'Removal', 'Purge'] })
})

test('restricts a field only as all variants do', () => {
  const of = flattened(either(ban, warning)).properties
  expect(of.reason).toEqual({ type: 'string', maxLength: 10 })
  expect(flattened(either(ban, removal)).properties.reason).toEqual({})
  // A warning ignores `days`.
  expect(of.days).toEqual({})
})

test('requires the fields that every variant requires', () => {
  expect(flattened(either(ban, warning)).required).toEqual(['type', 'reason'])
})

test('leaves an object without variants as it is', () => {
  const of = flattened(z.toJSONSchema(removal, { io: 'input' }) as Schema)
  expect(of.required).toEqual(['type', 'reason'])
  expect(of.properties.reason).toEqual({ type: 'string', maxLength: 20 })
})
