import { z } from 'zod'
import { InvalidFields } from './errors.ts'
import { type Problem, type ProblemArguments, problem } from './problem.ts'

/** The `error` of a schema. Zod's errors are texts, so this one is the problem as JSON, which `parseInput` reads. */
export const invalid = (...of: ProblemArguments): { error: string } => ({
  error: JSON.stringify(problem(...of)),
})

/** The input of a use case that needs none. */
export const noInput = z.object({}).default({})

/** The id of the subject, from an address. */
export const idInput = z.object({ id: z.string() })

/** The id of the subject, from a form. No subject has the id that a missing one stands for. */
export const formIdInput = z.object({ id: z.string().default('') })

/** A file that came with a form, in memory. Undefined: none was chosen. */
export type SentFile = Uint8Array | 'too large' | undefined

const isSentFile = (value: unknown) => value === 'too large' || value instanceof Uint8Array

/** The schema of the field of a file. The use case says what it accepts. */
export const sentFile = z.custom<SentFile>(isSentFile).optional()

/**
 * Parses input.
 *
 * @throws InvalidFields with the first problem of each invalid field.
 */
export function parseInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const parsed = schema.safeParse(input, { error: (issue) => invalid(...usualProblem(issue)).error })
  if (parsed.success) return parsed.data
  const problems: Record<string, Problem> = {}
  for (const issue of parsed.error.issues) {
    const field = String(issue.path[0] ?? 'form')
    problems[field] ??= JSON.parse(issue.message) as Problem
  }
  throw new InvalidFields(problems)
}

/** The problem of a value whose schema names none. */
function usualProblem(issue: z.core.$ZodRawIssue): ProblemArguments {
  if (issue.input === undefined) return ['input.missing']
  if (issue.code === 'too_big' && issue.origin === 'string')
    return ['input.too_long', { max: Number(issue.maximum) }]
  return ['input.invalid']
}
