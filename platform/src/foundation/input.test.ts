import { expect, test } from 'vitest'
import { z } from 'zod'
import { InvalidFields } from './errors.ts'
import { invalid, parseInput } from './input.ts'

function refusalOf(schema: z.ZodType, input: unknown): InvalidFields {
  try {
    parseInput(schema, input)
  } catch (error) {
    if (error instanceof InvalidFields) return error
  }
  throw new Error('the input was accepted')
}

test('an invalid field has the code and the values of its schema, and the English message', () => {
  const schema = z.object({
    name: z.string().max(3, invalid('input.too_long', { max: 3 })),
    file: z.string(invalid('files.missing')),
  })
  const { problems, errors } = refusalOf(schema, { name: 'Anna' })
  expect(problems).toEqual({
    name: { code: 'input.too_long', values: { max: 3 } },
    file: { code: 'files.missing', values: {} },
  })
  expect(errors).toEqual({ name: 'Use at most 3 characters', file: 'Choose a file' })
})

test('a field with several problems has the first one', () => {
  const schema = z.object({
    name: z
      .string()
      .min(9, invalid('files.missing'))
      .max(3, invalid('input.too_long', { max: 3 })),
  })
  expect(refusalOf(schema, { name: 'Anna' }).problems.name?.code).toBe('files.missing')
})

test('a field whose schema names no problem has a general one', () => {
  const schema = z.object({ cursor: z.string().max(5), id: z.string(), kind: z.enum(['a', 'b']) })
  const { problems } = refusalOf(schema, { cursor: 'longer', kind: 'c' })
  expect(problems).toEqual({
    cursor: { code: 'input.too_long', values: { max: 5 } },
    id: { code: 'input.missing', values: {} },
    kind: { code: 'input.invalid', values: {} },
  })
})

test('input that is not a form has its problem under the name of the form', () => {
  expect(refusalOf(z.object({}), 'text').problems).toEqual({ form: { code: 'input.invalid', values: {} } })
})
