import { expect, test } from 'vitest'
import { parseConfig } from './load.ts'

function refusalOf(config: unknown, environment: NodeJS.ProcessEnv): string {
  try {
    parseConfig(config, environment, '/')
  } catch (error) {
    return (error as Error).message
  }
  return ''
}

const encode = 'percent-encode special characters'

test.each([
  ['DATABASE_URL', 'postgres://bp:hunter/two@127.0.0.1/db'],
  ['DATABASE_URL', 'postgres://bp:hunter#two@127.0.0.1/db'],
  ['DATABASE_URL', 'postgres://bp:hunter?two@127.0.0.1/db'],
  ['DATABASE_URL', 'postgres://bp:hunter@two@127.0.0.1/db'],
  ['DATABASE_URL', 'postgres://bp:hunter100%@127.0.0.1/db'],
  ['DATABASE_LISTEN_URL', 'postgres://bp:hunter/two@127.0.0.1/db'],
  ['LEDGER_URL', 'postgres://bp:hunter/two@one,other/db'],
])('names %s, hides the password of %s, and says to encode it', (key, value) => {
  const refusal = refusalOf({}, { DATABASE_URL: 'postgres://host/db', [key]: value })
  expect(refusal).toContain(`${key}: "postgres://…" is not allowed: `)
  expect(refusal).toContain(encode)
  expect(refusal).not.toMatch(/hunter|two/)
})

test.each<[string, unknown, NodeJS.ProcessEnv]>([
  ['DATABASE_URL', {}, { DATABASE_URL: 'hunter2' }],
  ['DATABASE_URL', {}, { DATABASE_URL: 'mysql://bp:hunter2@host/db' }],
  ['FILES_URL', {}, { FILES_URL: 's3://AKIA:hunter2@bucket' }],
  ['PROXY_KEY', {}, { PROXY_KEY: 'hunter2' }],
  ['ECONOMY_URL', {}, { ECONOMY_URL: 'http://bp:hunter2@host' }],
  ['BASE_URL', {}, { BASE_URL: 'https://bp:hunter2@host' }],
  ['BASE_URL', {}, { BASE_URL: 'https://bp:a hunter2@host' }],
  ['Renderer.URL', { Renderer: { Kind: 'external', URL: 'http//bp:hunter2@host' } }, {}],
  ['AssetCloud.Key', { AssetCloud: { Key: ['hunter2'] } }, {}],
  ['Renderer.Key', { Renderer: { Kind: 'external', URL: 'http://host', Key: 'hunter2' } }, {}],
  ['Renderer.URL', { Renderer: { Kind: 'external', URL: 'ftp://bp:hunter2@host' } }, {}],
])('names %s without its secret', (key, config, environment) => {
  const refusal = refusalOf(config, environment)
  expect(refusal).toContain(`${key}`)
  expect(refusal).not.toContain('hunter2')
})

test.each([
  'postgres://bp:p%40ss%2F%25@127.0.0.1:5432/db',
  'postgres://bp:p@/db?host=/run/postgresql',
  'postgres://bp@%2Frun%2Fpostgresql/db',
  'postgresql://host/db?sslmode=require&application_name=a@b',
])('accepts the connection string %s', (DATABASE_URL) => {
  expect(refusalOf({}, { DATABASE_URL })).toBe('')
})

test('accepts a ledger with several hosts', () => {
  expect(refusalOf({}, { LEDGER_URL: 'postgres://bp:p%2C@one:5432,two:5433/ledger' })).toBe('')
})

test('refuses a mode of encryption that would not be kept to', () => {
  expect(refusalOf({}, { DATABASE_URL: 'postgres://host/db?sslmode=prefer' })).toContain(
    'sslmode=prefer is not supported: use sslmode=require, or sslmode=disable',
  )
})
