import type { z } from 'zod'
import { InvalidFields } from './errors.ts'

/**
 * Parses what came in at an edge.
 *
 * @throws InvalidFields with one message for each field, the first that the schema has for it.
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
