import { formatEnglish } from '@baseplate/texts/english'
import type { Arguments, MessageKey } from '@baseplate/texts/keys'

type CodeOf<Key> = Key extends `refusals.${infer Code}` ? Code : never

/** Stable code of a refusal, such as `places.full`. Its English message is in `texts/en/refusals.json`. */
export type RefusalCode = CodeOf<MessageKey>

type ValuesOfCode<Code extends RefusalCode> = Arguments[`refusals.${Code}`]

/** Codes whose message has no arguments. */
export type PlainCode = {
  [Code in RefusalCode]: ValuesOfCode<Code> extends undefined ? Code : never
}[RefusalCode]

type CodeWithValues = Exclude<RefusalCode, PlainCode>

/** Reason why a request is refused or a field is invalid: a code and the arguments of its message. Each edge makes the message. */
export interface Problem {
  code: RefusalCode
  values: Readonly<Record<string, string | number>>
}

/** A code with the values that its message needs, or a problem. */
export type ProblemArguments =
  | [problem: PlainCode | Problem]
  | { [Code in CodeWithValues]: [code: Code, values: ValuesOfCode<Code>] }[CodeWithValues]

export function problem(...[of, values]: ProblemArguments): Problem {
  return typeof of === 'string' ? { code: of, values: values ?? {} } : of
}

/** Returns the shipped English message, which programs and logs get. */
export const englishOf = ({ code, values }: Problem): string => formatEnglish(`refusals.${code}`, values)

export const englishByField = (problems: Readonly<Record<string, Problem>>): Record<string, string> =>
  Object.fromEntries(Object.entries(problems).map(([field, of]) => [field, englishOf(of)]))
