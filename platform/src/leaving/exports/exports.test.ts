import { day, minute } from '@baseplate/service/clock'
import type { Files } from '@baseplate/storage/files'
import { describe, expect, test } from 'vitest'
import { requestExport } from '../../accounts/exports/request-export.ts'
import { exportName } from '../../accounts/exports/rules.ts'
import { openExport, viewExport } from '../../accounts/exports/view-export.ts'
import { contentName } from '../../places/versions/place-files.ts'
import { addSecurityLink } from '../../sign-in/security-links/queries.ts'
import { secureAccount } from '../../sign-in/security-links/secure-account.ts'
import { openDeletionWorld } from '../../testing/deletion-world.ts'
import { startTestEconomy } from '../../testing/economy.ts'
import { madeExport, never, readExport } from '../../testing/exports.ts'
import { registerPerson } from '../../testing/people.ts'
import { type DatabaseKind, databases, openTestPlatform } from '../../testing/platforms.ts'
import { makeExports } from './make-exports.ts'
import { sweepExports } from './sweep.ts'

const missing = { reason: 'missing' }

/** A platform with a user, and a ledger for their history. */
async function start(kind: DatabaseKind) {
  const economy = await startTestEconomy()
  const platform = await openTestPlatform(kind, {}, { ECONOMY_URL: economy.address })
  const zebedee = await registerPerson(platform, 'Zebedee')
  const stored = async () => (await Array.fromAsync(platform.files.walk('exports'))).flat()
  return { economy, platform, zebedee, stored, view: () => viewExport(platform, zebedee) }
}

/** Files of which one function is replaced. */
const filesWith = (files: Files, changed: Partial<Files>): Files => ({ ...files, ...changed })

describe.each(databases)('an export on %s', (kind) => {
  test('has what its user made and did, and no secret or text of others', async () => {
    const economy = await startTestEconomy()
    const world = await openDeletionWorld(kind, { ECONOMY_URL: economy.address })
    const { platform, zebedee, place, other } = world
    await economy.mint(zebedee, 12_500_000)
    await requestExport(platform, zebedee, {}, { locale: 'en' })
    const { names, textOf, jsonOf, all } = await madeExport(platform, zebedee)
    expect(jsonOf('account.json').account).toMatchObject([
      { username: 'Zebedee_9', email: 'zeb@zebedee.example' },
    ])
    expect(jsonOf('posts.json').versions).toMatchObject([{ text: 'Zebedee_9 was here' }])
    expect(jsonOf('comments.json').on_games).toMatchObject([
      { content: 'Zebedee_9 says hello', place_id: other },
    ])
    expect(jsonOf('people.json').followers).toMatchObject([{ user: 'Ada' }])
    expect(jsonOf('ledger.json')).toMatchObject([{ change: '12.500000', type: 'Mint' }])
    expect(textOf(`games/${place}/version-1.rbxl`)).toBe('<roblox/> of Zebedee_9')
    expect(names).toContain(`games/${place}/icon.avif`)
    expect(textOf('README.txt')).toContain('posts.json')
    expect(all).not.toContain('Hello')
    expect(all).not.toContain('Made by Ada')
    const secrets = await platform.db
      .selectFrom('users')
      .innerJoin('sessions', 'sessions.user_id', 'users.id')
      .innerJoin('places', 'places.owner_id', 'users.id')
      .select(['password_hash', 'token_hash', 'private_ticket', 'server_ticket'])
      .where('users.id', '=', zebedee.id)
      .executeTakeFirstOrThrow()
    for (const secret of Object.values(secrets)) expect(all).not.toContain(secret)
  })

  test('opens for its user alone, for a day', async () => {
    const { platform, zebedee, stored, view } = await start(kind)
    const other = await registerPerson(platform, 'Other')
    await requestExport(platform, zebedee, {}, { locale: 'de' })
    const { id = '' } = (await view()) ?? {}
    await expect(openExport(platform, zebedee, { id })).rejects.toMatchObject(missing)
    expect((await madeExport(platform, zebedee)).textOf('README.txt')).toContain('Deine Daten')
    await expect(openExport(platform, other, { id })).rejects.toMatchObject(missing)
    platform.pass(day - 1)
    await sweepExports(platform)
    await (await openExport(platform, zebedee, { id })).file.close()
    platform.pass(1)
    await expect(openExport(platform, zebedee, { id })).rejects.toMatchObject(missing)
    await sweepExports(platform)
    expect([await stored(), await view()]).toEqual([[], null])
  })

  test('is requested once, with a fresh proof, and again when it has expired', async () => {
    const { platform, zebedee } = await start(kind)
    const request = () => requestExport(platform, zebedee, {}, { locale: 'en' })
    await expect(
      requestExport(platform, { ...zebedee, proved: 0 }, {}, { locale: 'en' }),
    ).rejects.toMatchObject({
      reason: 'forbidden',
    })
    const results = await Promise.allSettled([request(), request(), request()])
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await expect(request()).rejects.toMatchObject({ reason: 'conflict' })
    await makeExports(platform, never)
    await expect(request()).rejects.toMatchObject({ reason: 'limited', retryAfter: day / 1_000 })
    platform.pass(day)
    await requestExport(platform, { ...zebedee, proved: platform.now() }, {}, { locale: 'en' })
    const told = platform.db.selectFrom('notifications').select('event').where('user_id', '=', zebedee.id)
    const events = (await told.orderBy('id').execute()).map(({ event }) => event)
    expect(events).toEqual(['export_requested', 'export_ready', 'export_requested'])
  })

  test('is retried after a failure, and given up after five', async () => {
    const { platform, zebedee, stored, view } = await start(kind)
    await requestExport(platform, zebedee, {}, { locale: 'en' })
    const files = filesWith(platform.files, {
      async write(_name, source) {
        for await (const _ of source) throw new Error('ENOSPC: no space left on device')
        throw new Error('the export is empty')
      },
    })
    const attempt = () => makeExports({ ...platform, files }, never)
    await attempt()
    expect(await view()).toMatchObject({ state: 'waiting', retry: platform.now() + minute })
    for (const minutes of [1, 5, 25, 125]) {
      await attempt()
      platform.pass(minutes * minute)
    }
    await attempt()
    expect(await view()).toMatchObject({ state: 'failed', size: null })
    expect(await stored()).toEqual([])
    await requestExport(platform, { ...zebedee, proved: platform.now() }, {}, { locale: 'en' })
    await makeExports(platform, never)
    expect(await view()).toMatchObject({ state: 'ready' })
  })

  test('waits for the ledger', async () => {
    const { platform, economy, zebedee, view } = await start(kind)
    await economy.close()
    await requestExport(platform, zebedee, {}, { locale: 'en' })
    await makeExports(platform, never)
    expect(await view()).toMatchObject({ state: 'waiting', retry: platform.now() + minute })
  })

  test('starts over when its process ends, without a file of the first attempt', async () => {
    const { platform, zebedee, stored, view } = await start(kind)
    await requestExport(platform, zebedee, {}, { locale: 'en' })
    const ending = new AbortController()
    const files = filesWith(platform.files, {
      write: (name, source, max) => {
        async function* cut() {
          for await (const chunk of source) {
            yield chunk
            ending.abort()
          }
        }
        return platform.files.write(name, cut(), max)
      },
    })
    await makeExports({ ...platform, files }, ending.signal)
    expect([await stored(), (await view())?.state]).toEqual([[], 'waiting'])
    expect((await madeExport(platform, zebedee)).names).toContain('account.json')
  })

  test('is made once by two processes at once', async () => {
    const { platform, zebedee, stored } = await start(kind)
    await requestExport(platform, zebedee, {}, { locale: 'en' })
    await Promise.all([makeExports(platform, never), makeExports(platform, never)])
    expect((await readExport(platform, zebedee)).names).toContain('account.json')
    expect(await stored()).toHaveLength(1)
  })

  test('is withdrawn when its user deletes the account, even while it is made', async () => {
    const { platform, zebedee, leave } = await openDeletionWorld(kind)
    await requestExport(platform, zebedee, {}, { locale: 'en' })
    const economy = {
      ...platform.economy,
      accounts: { ...platform.economy.accounts, history: async () => [] },
    }
    const files = filesWith(platform.files, {
      write: async (...args) => {
        const written = await platform.files.write(...args)
        await leave()
        return written
      },
    })
    await makeExports({ ...platform, economy, files }, never)
    expect(await viewExport(platform, zebedee)).toBeNull()
    await expect(requestExport(platform, zebedee, {}, { locale: 'en' })).rejects.toMatchObject({
      reason: 'forbidden',
    })
    expect((await Array.fromAsync(platform.files.walk('exports'))).flat()).toEqual([])
  })

  test('is withdrawn when its user says that it was not them', async () => {
    const { platform, zebedee, stored, view } = await start(kind)
    const mailed = { userId: zebedee.id, email: 'zeb@example.com', event: 'export_requested' } as const
    const token = await addSecurityLink(platform.db, mailed, platform.now())
    await requestExport(platform, zebedee, {}, { locale: 'en' })
    await makeExports(platform, never)
    await secureAccount(platform, null, { token })
    expect(await view()).toBeNull()
    await sweepExports(platform)
    expect(await stored()).toEqual([])
  })

  test('names files that are missing or taken down without their content', async () => {
    const world = await openDeletionWorld(kind, { ECONOMY_URL: (await startTestEconomy()).address })
    const { platform, zebedee, place } = world
    const { db, files } = platform
    const contentOf = async () => {
      await requestExport(platform, { ...zebedee, proved: platform.now() }, {}, { locale: 'en' })
      const { jsonOf, names } = await madeExport(platform, zebedee)
      const name = `games/${place}/version-1.rbxl`
      const listed = jsonOf('files.json').find((file: { name: string }) => file.name === name)
      platform.pass(day)
      return { listed: listed.content, included: names.includes(name) }
    }
    await db.updateTable('places').set({ visibility: 'Moderated' }).where('id', '=', place).execute()
    expect(await contentOf()).toEqual({ listed: 'taken down', included: false })
    await db.updateTable('places').set({ visibility: 'Visible' }).where('id', '=', place).execute()
    expect(await contentOf()).toEqual({ listed: 'included', included: true })
    const { sha256 } = await db
      .selectFrom('place_versions')
      .selectAll()
      .where('place_id', '=', place)
      .executeTakeFirstOrThrow()
    await files.remove(contentName(sha256))
    expect(await contentOf()).toEqual({ listed: 'missing', included: false })
  })

  test('disappears after a backup is restored, which does not contain its file', async () => {
    const { platform, zebedee, view } = await start(kind)
    await requestExport(platform, zebedee, {}, { locale: 'en' })
    await makeExports(platform, never)
    await platform.files.remove(exportName((await view())?.id ?? ''))
    await sweepExports(platform)
    expect(await view()).toBeNull()
  })
})
