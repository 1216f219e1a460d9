import type { z } from 'zod'
import { InvalidFields } from './errors.ts'

/**
 * Parses input.
 *
 * @throws InvalidFields with the first message of each invalid field.
 */
export function parseInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const parsed = schema.safeParse(input)
  if (parsed.success) return parsed.data
  const errors: Record<string, string> = {}
  for (const issue of parsed.error.issues) {
    const field = String(issue.path[0] ?? 'form')
    errors[field] ??= issue.message
  }
  throw new InvalidFields(errors)
}
