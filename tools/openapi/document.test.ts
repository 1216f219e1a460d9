import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import SwaggerParser from '@apidevtools/swagger-parser'
import { expect, test } from 'vitest'
import { openApiFile, root } from './file.ts'

interface Schema {
  type?: string
  format?: string
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
  required?: boolean
  description?: string
  example?: string | number
  schema: Schema
}

interface Operation {
  summary?: string
  description?: string
  tags: string[]
  security?: Record<string, string[]>[]
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { $ref?: string; description?: string }>
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

test('has a title, a description and the ways to authenticate for every operation', () => {
  expect(operations.length).toBeGreaterThan(400)
  expect(operations.filter(({ summary, description }) => !summary || !description)).toEqual([])
  expect(operations.filter(({ security }) => security === undefined)).toEqual([])
})

test('describes a field with the sentence and the example of its schema', () => {
  expect(formOf('/place/{id}/{name}/settings?/network').properties?.maxPlayers).toMatchObject({
    description: 'Number of players in one server.',
    examples: [20],
  })
})

test('does not limit a field to values that only some requests need', () => {
  expect(formOf('/admin/reports/{id}?/sanction').properties?.type?.enum).toContain('None')
})

test('describes every field of a form', () => {
  expect(fields.length).toBeGreaterThan(300)
  expect(fields.filter(({ description }) => !description)).toEqual([])
})

test('describes every parameter', () => {
  expect(parameters.length).toBeGreaterThan(400)
  expect(parameters.filter(({ description }) => !description)).toEqual([])
})

test('has examples that the schemas accept', () => {
  const given = [
    ...fields.flatMap((schema) => (schema.examples ?? []).map((example) => ({ schema, example }))),
    ...parameters.flatMap(({ schema, example }) => (example === undefined ? [] : [{ schema, example }])),
  ]
  expect(given.length).toBeGreaterThan(700)
  const wrong = given.filter(
    ({ schema, example }) =>
      (schema.type === 'integer') !== (typeof example === 'number') ||
      !new RegExp(schema.pattern ?? '').test(String(example)) ||
      schema.enum?.includes(String(example)) === false,
  )
  expect(wrong).toEqual([])
})

test('has an example of every parameter and of every field that is no file', () => {
  expect(parameters.filter(({ example }) => example === undefined)).toEqual([])
  expect(fields.filter(({ examples, format }) => !examples && format !== 'binary')).toEqual([])
})

test('limits every text and number that a request may have', () => {
  const limits = ['enum', 'pattern', 'maxLength', 'maxItems', 'format', 'anyOf', 'maximum']
  const schemas = [...fields, ...parameters.map(({ schema }) => schema)]
  const unlimited = schemas.filter((schema) => !limits.some((limit) => limit in schema))
  expect(unlimited.filter(({ type }) => type !== 'boolean')).toEqual([])
})

test('has a number in a form as an integer with its bounds', () => {
  const { properties = {} } = formOf('/place/{id}/{name}/settings?/network')
  expect(properties.maxPlayers).toMatchObject({ type: 'integer', minimum: 1, maximum: 100 })
})

test('has an action that pages share at one address, which names the others', () => {
  expect(paths['/settings?/styling']?.post).toMatchObject({
    'x-also-at': expect.arrayContaining(['/settings/account?/styling']),
  })
  expect(Object.keys(paths)).not.toContain('/settings/account?/styling')
})

test('leaves nothing to say for the validators of Redocly and Swagger', async () => {
  await expect(SwaggerParser.validate(openApiFile)).resolves.toMatchObject({ openapi: '3.1.1' })
  const config = resolve(import.meta.dirname, 'redocly.yaml')
  const { stdout } = await promisify(execFile)(
    join(root, 'node_modules/.bin/redocly'),
    ['lint', openApiFile, '--config', config, '--format', 'json'],
    { env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' } },
  )
  expect(JSON.parse(stdout)).toMatchObject({ totals: { errors: 0, warnings: 0, ignored: 0 } })
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
  const { properties = {}, required } = formOf('/admin/accounts/{username}?/moderate')
  expect(Object.keys(properties)).not.toContain('username')
  expect(required).not.toContain('username')
})

test('has only the fields of an action that several pages share', () => {
  const names = Object.keys(formOf('/settings?/setpassword').properties ?? {})
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

test.each([
  ['/asset', ['id']],
  ['/api/render/characterasset', ['id']],
  ['/game/clientpresence', ['ticket']],
  ['/game/serverpresence', ['ticket']],
  ['/game/host', ['ticket']],
  ['/game/tools/thumbnailasset', ['aid', 'wd', 'ht']],
  ['/game/join', []],
])('requires the parameters without which game clients get nothing from %s', (path, names) => {
  const queries = paths[path]?.get?.parameters?.filter((parameter) => parameter.in === 'query') ?? []
  expect(queries.filter(({ required }) => required).map(({ name }) => name)).toEqual(names)
})

test('lists codes at each error of an operation that is not common to all', () => {
  const errors = operations.flatMap(({ tags, responses }) =>
    tags.includes('operation') ? [] : Object.entries(responses).filter(([status]) => Number(status) >= 400),
  )
  const own = errors.filter(([, { $ref }]) => $ref === undefined)
  expect(own.length).toBeGreaterThan(1000)
  expect(own.filter(([, { description }]) => !/ Codes: `[\w.]+`/.test(description ?? ''))).toEqual([])
})

test('lists the code that a verb throws several calls away from the handler', () => {
  const { responses } = paths['/place/{id}/{name}?/comment']?.post ?? {}
  expect(responses?.['404']?.description).toContain('`places.update_not_found`')
})

const codesAt = (method: string, path: string): string =>
  Object.values(paths[path]?.[method]?.responses ?? {})
    .map(({ description = '' }) => description)
    .join()

test.each([
  ['users of any level, about a level', 'post', '/place/{id}/{name}?/comment', 'site.level_too_low'],
  ['a form without a solution, about work', 'post', '/place/{id}/{name}?/comment', 'accounts.work_required'],
  ['a page, about a right that it only shows', 'get', '/catalog/{id}/{name}', 'moderation.own_content'],
  ['a query without a required parameter, about one', 'get', '/admin/accounts', 'input.missing'],
])('lists no code for %s', (_, method, path, code) => {
  expect(codesAt(method, path)).toContain('input.')
  expect(codesAt(method, path)).not.toContain(code)
})

test.each([
  ['a page of staff', 'get', '/admin/accounts', 'site.level_too_low'],
  ['a sign-in', 'post', '/login', 'accounts.work_required'],
  ['a proof of the identity', 'post', '/settings?/delete', 'accounts.work_required'],
  ['the right to moderate', 'post', '/catalog/{id}/{name}/settings?/moderate', 'moderation.own_content'],
  ['a required field', 'post', '/place/{id}/{name}?/comment', 'input.missing'],
])('lists the code of %s', (_, method, path, code) => {
  expect(codesAt(method, path)).toContain(`\`${code}\``)
})

test('demands a session where the code does, and lets visitors see the invitation to a party', () => {
  expect(paths['/party']?.get?.security).toContainEqual({})
  expect(paths['/home']?.get?.security).toEqual([{ session: [] }, { accessToken: ['read'] }])
  expect(paths['/settings/sessions']?.get?.security).toEqual([{ session: [] }])
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
