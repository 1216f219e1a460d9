import type { ConfigInput } from '@baseplate/platform/config/schema'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decoded, type MailServer } from '../../../platform/src/testing/mail-server.ts'
import { invalidFields, refusalWith } from '../answers.ts'
import { borrowFilled } from '../borrowed-product.ts'
import { startConfigured } from '../configured.ts'
import type { Person } from '../person.ts'
import { dedicatedServers } from './dedicated-servers.ts'
import { fill, nameOf, type Row, type Values } from './row.ts'
import { actorOf, openWorld, type World } from './world.ts'

/** The world of this worker's tables. */
let lent: Promise<World> | undefined

/** Rows about email addresses and about servers of the operator need these. */
const start = () => startConfigured({ Registration: { Emails: true }, ...dedicatedServers })

/**
 * Defines a test for each row of these tables, against the product that all tables of the worker borrow.
 *
 * @param tables rows by the title of their table
 * @param config a configuration that the tables need, with which a product of their own is started
 * @param mails the mail that the product has sent, for rows with mail
 */
export function runTables(
  tables: Readonly<Record<string, readonly Row[]>>,
  config?: ConfigInput,
  mails: MailServer['mails'] = [],
): void {
  let world: World

  beforeAll(async () => {
    if (config) world = await openWorld(await startConfigured(config))
    else {
      lent ??= borrowFilled(start).then(openWorld)
      world = await lent
    }
  })
  afterAll(async () => {
    if (config) expect(await world.product.stop()).toBe(0)
  })

  for (const [title, rows] of Object.entries(tables)) {
    describe(title, () => {
      test.each(rows.map((row) => [nameOf(row), row] as const))('%s', (_, row) => check(world, row, mails))
    })
  }
}

async function check(world: World, row: Row, mails: MailServer['mails']): Promise<void> {
  const actor = await actorOf(world, row.by ?? 'visitor')
  const named = actor.username === undefined ? {} : { me: actor.username }
  const values: Values = { ...named, ...row.values, ...(await row.given?.(world, actor)) }
  const response = await send(actor.person, { headers: undefined, ...row }, values)
  const text = await response.text()
  // The body of an unexpected response says why.
  expect([response.status, response.headers.get('location'), text]).toEqual([
    row.status,
    row.location === undefined ? null : matching(row.location, values),
    hasBody(row) ? text : '',
  ])
  expectBody(row, text, values)
  for (const [name, value] of Object.entries(row.responseHeaders ?? {}))
    expect([name, response.headers.get(name)]).toEqual([name, matching(value, values)])
  if (row.mail !== undefined) {
    const [address, part] = [fill('{address}', values), fill(row.mail, values)]
    const received = () => mails.filter(({ to }) => to === address).map(({ message }) => decoded(message))
    await expect.poll(received).toContainEqual(expect.stringContaining(part))
  }
  if (!row.afterwards) return
  const { request, shows } = row.afterwards
  const after = await send(actor.person, { request, headers: row.headers }, values)
  expect(JSON.parse(await after.text())).toMatchObject(shows)
}

const hasBody = ({ status, location }: Row): boolean => status !== 204 && location === undefined

const matching = (text: string | RegExp, values: Values) =>
  typeof text === 'string'
    ? fill(text, values)
    : expect.stringMatching(new RegExp(fill(text.source, values), text.flags))

function expectBody({ status, message, errors, shows, text }: Row, body: string, values: Values): void {
  if (text !== undefined) expect(body).toEqual(matching(text, values))
  if (errors) expect(JSON.parse(body)).toEqual(invalidFields(errors))
  if (shows) expect(JSON.parse(body)).toMatchObject(shows)
  if (message === undefined) return
  const said = fill(message, values)
  expect(JSON.parse(body)).toEqual(status < 400 ? { message: said } : refusalWith(said))
}

type Request = Pick<Row, 'request' | 'input' | 'file' | 'body'> & { headers: Row['headers'] | undefined }

function send(person: Person, { request, input, headers, ...row }: Request, values: Values) {
  const [method = '', address = ''] = fill(request, values).split(' ')
  const fields = Object.entries(input ?? {}).map(([name, value]) => [name, fill(value, values)] as const)
  const filled = Object.entries(headers ?? {}).map(([name, value]) => [name, fill(value, values)])
  const accepting = { accept: 'application/json', ...Object.fromEntries(filled) }
  if (method === 'GET' || method === 'HEAD') {
    const query = fields.length > 0 ? `?${new URLSearchParams(fields.map((field) => [...field]))}` : ''
    return person.request(address + query, { method, headers: accepting })
  }
  return person.request(address, { method, headers: accepting, body: bodyOf(row, fields, values) })
}

function bodyOf(
  { file, body }: Pick<Request, 'file' | 'body'>,
  fields: (readonly [string, string])[],
  values: Values,
) {
  if (body !== undefined) return typeof body === 'string' ? fill(body, values) : body
  const form = new FormData()
  for (const [name, value] of fields) form.set(name, value)
  if (!file) return new URLSearchParams(fields.map((field) => [...field]))
  form.set(file.field, new Blob([file.content]), 'upload')
  return form
}
