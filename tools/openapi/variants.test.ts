import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Schema } from './type-schemas.ts'
import { flattened } from './variants.ts'

const ban = z.object({ type: z.enum(['Ban']), reason: z.string().max(10), days: z.string().regex(/^\d+$/) })
const warning = z.object({ type: z.enum(['Warning']), reason: z.string().max(10) })
const removal = z.object({ type: z.enum(['Removal', 'Purge']), reason: z.string().max(20) })

const schemaOf = (schema: z.ZodType): Schema => ({ allOf: [z.toJSONSchema(schema, { io: 'input' })] })

test('joins the values of a field that differs between variants', () => {
  const { type } = flattened(schemaOf(z.union([ban, warning, removal]))).properties
  expect(type).toEqual({ type: 'string', enum: ['Ban', 'Warning', 'Removal', 'Purge'] })
})

test('restricts a field only as all variants do', () => {
  const of = flattened(schemaOf(z.union([ban, warning]))).properties
  expect(of.reason).toEqual({ type: 'string', maxLength: 10 })
  expect(flattened(schemaOf(z.union([ban, removal]))).properties.reason).toEqual({})
  // A warning ignores `days`.
  expect(of.days).toEqual({})
})

test('requires the fields that every variant requires, and those of all parts of an intersection', () => {
  expect(flattened(schemaOf(z.union([ban, warning]))).required).toEqual(['type', 'reason'])
  const both = flattened({ allOf: [schemaOf(warning), schemaOf(z.object({ note: z.string() }))] })
  expect(both.required).toEqual(['type', 'reason', 'note'])
  expect(Object.keys(both.properties)).toEqual(['type', 'reason', 'note'])
})
