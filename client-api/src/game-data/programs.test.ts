import type { Actor } from '@baseplate/platform/accounts/rules'
import { createSession } from '@baseplate/platform/sign-in/sessions/sessions'
import { createToken } from '@baseplate/platform/sign-in/tokens/manage-tokens'
import { device, inSession, registerPerson } from '@baseplate/platform/testing/people'
import type { TestPlatform } from '@baseplate/platform/testing/platforms'
import { expect, test } from 'vitest'
import { startServedData } from '../testing/served-data.ts'

const problem = (code: string) => ({ code, message: expect.any(String) })

async function tokenOf(platform: TestPlatform, actor: Actor, scopes: string): Promise<string> {
  const session = await createSession(platform.db, actor.id, device, platform.now())
  const fields = { name: 'A program', scopes, expires: '30' }
  return (await createToken(platform, actor, fields, inSession(session))).token
}

async function startProgram(scopes: string) {
  const served = await startServedData()
  const { platform, maker, ask, id } = served
  const token = await tokenOf(platform, maker, scopes)
  const send = async (method: string, path: string, body?: string, bearer = token) => {
    const headers = { Authorization: `Bearer ${bearer}` }
    const init = { method, headers, ...(body === undefined ? {} : { body }) }
    const response = await ask(`/place/${id}/data-api/${path}`, init)
    return [response.status, await response.text()] as const
  }
  return { ...served, program: send, token }
}

test('a program of the maker reads and writes the same data by token', async () => {
  const { program, send, number } = await startProgram('data:read,data:write')
  await send('PUT', 's/global/k', { body: '[1]' })
  expect(await program('GET', 's/global/k')).toEqual([200, '[1]'])
  expect((await program('PUT', 's/global/k', '[2]'))[0]).toBe(200)
  expect((await send('GET', 's/global/k')).text).toBe('[2]')
  expect((await program('PUT', `coins/player/${number}`, '1'))[0]).toBe(409)
})

test('a token needs the scope, and reaches only places of its owner', async () => {
  const { program, platform, ask } = await startProgram('data:read')
  const [status, text] = await program('PUT', 's/global/k', '[2]')
  expect([status, JSON.parse(text)]).toMatchObject([403, problem('tokens.scope_missing')])
  expect((await program('GET', 's/global/k', undefined, 'bp_unknown'))[0]).toBe(401)
  const other = await registerPerson(platform, 'Other')
  const token = await tokenOf(platform, other, 'data:read')
  expect((await program('GET', 's/global/k', undefined, token))[0]).toBe(403)
  expect(
    (await ask('/place/999999999/data-api/s/global/k', { headers: { Authorization: `Bearer ${token}` } }))
      .status,
  ).toBe(404)
})
