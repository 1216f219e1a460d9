import { expect, test } from 'vitest'
import { z } from 'zod'
import { propertiesOf, requiredOf } from './variants.ts'

const ban = z.object({ type: z.literal('Ban'), reason: z.string().max(10), days: z.string().regex(/^\d+$/) })
const warning = z.object({ type: z.literal('Warning'), reason: z.string().max(10) })
const removal = z.object({ type: z.enum(['Removal', 'Purge']), reason: z.string().max(20) })

const schemaOf = (schema: z.ZodType) => ({ allOf: [z.toJSONSchema(schema, { io: 'input' })] })

test('joins the values of a field that differs between variants', () => {
  const { type } = propertiesOf(schemaOf(z.union([ban, warning, removal])))
  expect(type).toEqual({ type: 'string', enum: ['Ban', 'Warning', 'Removal', 'Purge'] })
})

test('restricts a field only as all variants do', () => {
  const of = propertiesOf(schemaOf(z.union([ban, warning])))
  expect(of.reason).toEqual({ type: 'string', maxLength: 10 })
  expect(propertiesOf(schemaOf(z.union([ban, removal]))).reason).toEqual({})
  // A warning ignores `days`.
  expect(of.days).toEqual({})
})

test('requires the fields that every variant requires, and those of all parts of an intersection', () => {
  expect(requiredOf(schemaOf(z.union([ban, warning])))).toEqual(['type', 'reason'])
  const both = { allOf: [schemaOf(warning), schemaOf(z.object({ note: z.string() }))] }
  expect(requiredOf(both)).toEqual(['type', 'reason', 'note'])
  expect(Object.keys(propertiesOf(both))).toEqual(['type', 'reason', 'note'])
})
