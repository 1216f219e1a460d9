import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { openApiFile } from './file.ts'

interface Schema {
  type?: string
  description?: string
  examples?: (string | number)[]
  enum?: string[]
  pattern?: string
  required?: string[]
  properties?: Record<string, Schema>
}

interface Parameter {
  name: string
  in: string
  description?: string
  example?: string | number
  schema: Schema
}

interface Operation {
  summary?: string
  tags: string[]
  security?: Record<string, string[]>[]
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, object>
}

const { paths, components } = JSON.parse(await readFile(openApiFile, 'utf8')) as {
  paths: Record<string, Record<string, Operation>>
  components: object
}
const operations = Object.values(paths).flatMap((methods) => Object.values(methods))

const parameters = operations.flatMap((operation) => operation.parameters ?? [])
const bodies = operations.flatMap(({ requestBody }) => Object.values(requestBody?.content ?? {}))
const fields = bodies.flatMap(({ schema }) => Object.values(schema.properties ?? {}))

const formOf = (path: string): Schema =>
  paths[path]?.post?.requestBody?.content['application/x-www-form-urlencoded']?.schema ?? {}

test('has a title and the ways to authenticate for every operation', () => {
  expect(operations.length).toBeGreaterThan(500)
  expect(operations.filter(({ summary }) => !summary)).toEqual([])
  expect(operations.filter(({ security }) => security === undefined)).toEqual([])
})

test('does not limit a field to values that only some requests need', () => {
  expect(formOf('/admin/reports/{id}?/sanction').properties?.type?.enum).toContain('None')
})

test('describes every field of a form', () => {
  expect(fields.length).toBeGreaterThan(500)
  expect(fields.filter(({ description }) => !description)).toEqual([])
})

test('describes every parameter', () => {
  expect(parameters.length).toBeGreaterThan(500)
  expect(parameters.filter(({ description }) => !description)).toEqual([])
})

test('has examples that the schemas accept', () => {
  const given = [
    ...fields.flatMap((schema) => (schema.examples ?? []).map((example) => ({ schema, example }))),
    ...parameters.flatMap(({ schema, example }) => (example === undefined ? [] : [{ schema, example }])),
  ]
  expect(given.length).toBeGreaterThan(100)
  const wrong = given.filter(
    ({ schema, example }) =>
      (schema.type === 'integer') !== (typeof example === 'number') ||
      !new RegExp(schema.pattern ?? '').test(String(example)) ||
      schema.enum?.includes(String(example)) === false,
  )
  expect(wrong).toEqual([])
})

test('has ids of games as numbers', () => {
  const [id] = paths['/place/{id}/{name}']?.get?.parameters ?? []
  expect(id).toMatchObject({ name: 'id', in: 'path', schema: { type: 'integer' } })
})

test('offers users only the events of their own webhooks', () => {
  expect(Object.keys(formOf('/admin/webhooks?/create').properties ?? {})).toContain('user.registered')
  expect(Object.keys(formOf('/settings/webhooks?/create').properties ?? {})).not.toContain('user.registered')
})

test('leaves out a field that the path replaces', () => {
  const { properties = {}, required } = formOf('/user/{username}?/moderate')
  expect(Object.keys(properties)).not.toContain('username')
  expect(required).not.toContain('username')
})

test('has only the fields of an action that several pages share', () => {
  const names = Object.keys(formOf('/settings/security?/setpassword').properties ?? {})
  expect(names).toEqual(expect.arrayContaining(['npassword', 'cnpassword', 'weakpassword']))
  expect(names).not.toContain('css')
})

test('has a field for which the code has a default as optional', () => {
  const { properties, required = [] } = formOf('/place/{id}/{name}/workshop?/open')
  expect(properties?.open).toBeDefined()
  expect(required).not.toContain('open')
})

test('has a response of success or a redirect for every operation', () => {
  const without = operations.filter(
    ({ responses }) => !Object.keys(responses).some((key) => /^[23]/.test(key)),
  )
  expect(without).toEqual([])
})

test('demands no authentication of game clients whose tickets are parameters', () => {
  expect(paths['/game/join']?.get?.security).toEqual([])
})

test('describes every property of a response', () => {
  const undescribed: string[] = []
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    for (const [name, property] of Object.entries((value as Schema).properties ?? {}))
      if (!property.description) undescribed.push(name)
    for (const part of Object.values(value)) visit(part)
  }
  visit(operations.map(({ responses }) => responses))
  visit(components)
  expect(undescribed).toEqual([])
})
