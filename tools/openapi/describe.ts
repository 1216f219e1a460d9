import { accountFields } from './notes/account-fields.ts'
import { adminFields } from './notes/admin-fields.ts'
import { contentFields } from './notes/content-fields.ts'
import { pathParameters } from './notes/path-parameters.ts'
import { properties } from './notes/properties.ts'
import { queryParameters } from './notes/query-parameters.ts'
import { accountResponses } from './notes/response-account.ts'
import { adminResponses } from './notes/response-admin.ts'
import { commonResponses } from './notes/response-common.ts'
import { contentResponses } from './notes/response-content.ts'
import { peopleResponses } from './notes/response-people.ts'
import { placeResponses } from './notes/response-places.ts'
import { standardText } from './notes/standards.ts'
import { type Note, NoteBook } from './notes.ts'
import type { Schema } from './type-schemas.ts'
import { giveValues, type Parameter, withFieldValues } from './values.ts'
import { isSchema } from './variants.ts'

interface Operation {
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses?: object
}

export interface Books {
  fields: NoteBook
  parameters: Readonly<Record<string, NoteBook>>
  properties: NoteBook
}

/** Opens the notes about the API. */
export const openBooks = (): Books => ({
  fields: new NoteBook('field', [accountFields, adminFields, contentFields]),
  parameters: {
    path: new NoteBook('path parameter', [pathParameters]),
    query: new NoteBook('query parameter', [queryParameters]),
  },
  properties: new NoteBook('property', [
    properties,
    commonResponses,
    accountResponses,
    adminResponses,
    contentResponses,
    peopleResponses,
    placeResponses,
  ]),
})

/** Adds the notes to the fields, parameters and properties of an operation. */
export function describeOperation(books: Books, path: string, operation: Operation): void {
  const { parameters = [], requestBody, responses } = operation
  for (const parameter of parameters) {
    const note = books.parameters[parameter.in]?.require(parameter.name, path)
    if (note) describeParameter(parameter, note)
    giveValues(parameter)
  }
  for (const { schema } of Object.values(requestBody?.content ?? {})) {
    const { properties = {} } = schema
    for (const [name, field] of Object.entries(properties)) {
      const note = books.fields.require(name, path)
      if (note?.isIgnored) leaveOut(schema, name)
      else if (note) properties[name] = described(field, note)
    }
    for (const [name, field] of Object.entries(properties)) properties[name] = withFieldValues(name, field)
  }
  describeProperties(books, responses, path)
}

function leaveOut(schema: Schema, name: string): void {
  delete schema.properties?.[name]
  if (schema.required) schema.required = schema.required.filter((required) => required !== name)
}

function describeParameter(parameter: Parameter, { text, example, schema }: Note): void {
  parameter.description = joined(text, parameter.description)
  parameter.schema = { ...parameter.schema, ...schema }
  if (schema?.type === 'integer') delete parameter.schema.pattern
  if (example !== undefined) Object.assign(parameter, { example })
}

const described = ({ description, ...field }: Schema, { text, example, schema }: Note): Schema => ({
  ...field,
  ...schema,
  description: joined(text, description),
  ...(example !== undefined && { examples: [example] }),
})

/** Joins a note with the limits that a schema of the code describes. */
const joined = (text: string, limits: unknown): string =>
  typeof limits === 'string' ? `${text} ${limits}` : text

/**
 * Adds notes to the properties of responses that no comment of the code describes.
 *
 * @param at way to the schema: `/games.places[]` of a response, `#Comment.author` of a component.
 */
function describeProperties(books: Books, schema: unknown, at: string): void {
  if (!isSchema(schema)) return
  for (const [key, value] of Object.entries(schema)) {
    if (key === 'properties' && isSchema(value))
      for (const [name, property] of Object.entries(value)) {
        if (isSchema(property) && property.description === undefined)
          describeProperty(books, name, property, at)
        describeProperties(books, property, `${at}.${name}`)
      }
    else describeProperties(books, value, key === 'items' ? `${at}[]` : at)
  }
}

function describeProperty({ properties }: Books, name: string, property: Schema, at: string): void {
  const component = /^#(\w+)/.exec(at)?.[1]
  const text = component && standardText(component, name)
  property.description = text ?? properties.require(name, at, [property.type].flat())?.text
}

/** Adds notes to the properties of components, which several responses share. */
export function describeComponents(books: Books, components: Record<string, Schema>): void {
  for (const [name, schema] of Object.entries(components)) describeProperties(books, schema, `#${name}`)
}

/** @throws Error for a field, a parameter or a property without a note, and for a note without either. */
export function requireNotes({ fields, parameters, properties }: Books): void {
  const books = [fields, ...Object.values(parameters), properties]
  const faults = books.flatMap((book) => book.faults())
  if (faults.length > 0) throw new Error(`tools/openapi/notes/:\n${faults.join('\n')}`)
}
