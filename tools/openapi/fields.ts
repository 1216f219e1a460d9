import { parseConfig } from '@baseplate/platform/config/load'
import type { RefusalCode } from '@baseplate/platform/foundation/problem'
import { z } from 'zod'
import type { HandledOperation } from '../../site/src/lib/server/operation.ts'
import { root } from './file.ts'
import type { Schema } from './type-schemas.ts'
import { flattened } from './variants.ts'

/** The fields of a form or the parameters of a query. */
export interface Fields {
  properties: Record<string, Schema>
  required: string[]
  /** Whether there are fields with other names. */
  isOpen?: boolean
  /** Codes of refusals that no schema names. */
  codes: RefusalCode[]
}

/** Describes fields by their names alone. */
export const namedFields = (names: readonly string[] = []): Fields => ({
  properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
  required: [],
  codes: [],
})

/** Stands for values that the configuration of a site decides. */
const configured = '…'

/** A site without accounts, whose accounts will have email addresses. Apart from one theme, nothing else is configured. */
const platform = {
  // Schemas query the database only to find out whether there are accounts.
  db: { selectFrom: () => ({ select: () => ({ executeTakeFirst: async () => undefined }) }) },
  config: parseConfig(
    { Registration: { Emails: true }, Themes: [{ Name: configured, File: 'configured' }] },
    {},
    root,
  ),
  branding: { read: async () => ({ languages: [configured] }) },
  texts: { locales: [] },
  now: () => 0,
}

/** Describes what a handler takes besides the fields that the address names. */
export async function fieldsOf({
  input,
  reads,
  params = [],
  proof,
  file,
}: Omit<HandledOperation, 'scope' | 'summary'>): Promise<Fields> {
  if (!input) return namedFields(reads)
  const schema = typeof input === 'function' ? await input(platform as never) : input
  // Behind `z.preprocess` is the schema of the fields. It may fill in fields that are left out.
  const prepared = schema instanceof z.ZodPipe && schema.in instanceof z.ZodTransform ? schema : undefined
  const filled = Object.keys(Object((prepared?.in as z.ZodType | undefined)?.parse({})))
  const whole = flattened(schemaOf(prepared?.out ?? schema))
  const proofs = proof ? { proofpassword: { type: 'string' }, work: { type: 'string' } } : {}
  const given = Object.entries({ ...proofs, ...whole.properties }).filter(([name]) => !params.includes(name))
  return {
    properties: {
      ...Object.fromEntries(given.map(([name, of]) => [name, asField(of)])),
      ...(file && { [file.field]: { type: 'string', format: 'binary' } }),
    },
    required: whole.required.filter((name) => !params.includes(name) && !filled.includes(name)),
    isOpen: whole.isOpen,
    codes: Object.keys({ ...proofs, ...whole.properties }).some((name) => name !== file?.field)
      ? usualCodes(whole)
      : [],
  }
}

/** Returns the codes of values whose schemas name none: `usualProblem` in `platform/src/foundation/input.ts`. */
const usualCodes = ({ properties, required }: Pick<Fields, 'properties' | 'required'>): RefusalCode[] => [
  ...(required.length > 0 ? (['input.missing'] as const) : []),
  ...(JSON.stringify(properties).includes('"maxLength"') ? (['input.too_long'] as const) : []),
  'input.invalid',
]

const limits = { integer: ['minimum', 'maximum'], string: ['enum', 'minLength', 'maxLength', 'pattern'] }

/** Describes a field, with the sentence and the example that its schema gives. */
function asField({ description, example, ...schema }: Schema): Schema {
  return { ...asValue(schema), ...(description !== undefined && { description, example }) }
}

/** Fields are texts or whole numbers, whatever schemas make of them. */
function asValue({ type, anyOf, ...schema }: Schema): Schema {
  if (type === 'integer' || type === 'string') {
    const limited = Object.entries(schema).filter(([name]) => limits[type].includes(name))
    return { type, ...Object.fromEntries(limited) }
  }
  const variants = Array.isArray(anyOf) ? anyOf.map(asValue) : []
  const isLimited = variants.length > 1 && variants.every((of) => of.enum ?? of.pattern ?? of.maxLength)
  return { type: 'string', ...(isLimited && { anyOf: variants }) }
}

const schemaOf = (schema: z.core.$ZodType) =>
  z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      if (jsonSchema.const !== undefined) jsonSchema.enum = [jsonSchema.const]
      if (jsonSchema.enum?.includes(configured)) delete jsonSchema.enum
      // Zod stores `trim` as a check that overwrites the text.
      const isTrimmed = zodSchema._zod.def.checks?.some((check) => check._zod.def.check === 'overwrite')
      if (isTrimmed && jsonSchema.pattern) jsonSchema.pattern = `^\\s*${jsonSchema.pattern.slice(1, -1)}\\s*$`
    },
  }) as Schema
