import { minute, second } from '@baseplate/service/clock'
import { describe, expect, test } from 'vitest'
import type { Standing } from '../../accounts/standing/rules.ts'
import { databases } from '../../testing/platforms.ts'
import { createPublishedPlace } from '../../testing/published-place.ts'
import { updatePrivacy, viewPlaceSettings } from '../settings.ts'
import { updatePlaceFile } from '../versions/update-file.ts'
import { servePlace } from './host.ts'
import { readPlaceFile } from './read-file.ts'
import { reportPresence } from './report-presence.ts'
import type { Credentials } from './rules.ts'
import { startServer } from './start-server.ts'
import { address, startWithOrchestrator } from './testing/orchestrated.ts'

describe.each(databases)('access to place files on %s', (kind) => {
  test('lets a run ticket open its own place for a limited time', async () => {
    const { orchestrator, platform, maker, id } = await startWithOrchestrator(kind)
    const other = await createPublishedPlace(platform, maker, { name: 'Another' })
    await startServer(platform, maker, { id }, { address })
    const { ticket = '' } = orchestrator.orders.get(id) ?? {}
    const refused = { reason: 'forbidden' }
    await expect(servePlace(platform, other.id, { ticket })).rejects.toMatchObject(refused)
    await (await readPlaceFile(platform, id, { ticket })).close()
    platform.pass(minute + platform.config.Orchestrator.ReadySeconds * second)
    await expect(servePlace(platform, id, { ticket })).rejects.toMatchObject(refused)
    await expect(readPlaceFile(platform, id, { ticket })).rejects.toMatchObject(refused)
  })

  test('deletes an old run after its server is gone', async () => {
    const { orchestrator, platform, maker, id } = await startWithOrchestrator(kind)
    await startServer(platform, maker, { id }, { address })
    const { ticket = '' } = orchestrator.orders.get(id) ?? {}
    const runs = () => platform.db.selectFrom('server_runs').select('ticket').execute()
    platform.pass(10 * minute)
    await reportPresence(platform)
    expect(await runs()).toEqual([{ ticket }])
    orchestrator.servers.clear()
    await reportPresence(platform)
    expect(await runs()).toEqual([])
  })

  test.each([
    ['without a key', undefined, [403, 403]],
    ['with a key', 'k'.repeat(32), [403, 403]],
    ['with an empty key', '', [200, 403]],
  ] as const)(
    '%s, lets the owner, the server ticket and the key read a place file',
    async (_name, Key, strangers) => {
      const { platform, administrator, maker, player, id } = await startWithOrchestrator(kind, {
        Hosting: 'Dedicated',
        ...(Key !== undefined && { Key }),
      })
      const closed = await createPublishedPlace(platform, maker, { name: 'Private' })
      await updatePlaceFile(platform, maker, closed.id, [Buffer.from('<roblox/>')])
      await updatePrivacy(platform, maker, { id: closed.id, privateServer: 'on' })
      const ask = async (placeId: number, credentials: Credentials) => {
        const statuses = await Promise.all([
          readPlaceFile(platform, placeId, credentials).then(async (file) => {
            await file.close()
            return 200
          }, statusOf),
          servePlace(platform, placeId, credentials).then(() => 200, statusOf),
        ])
        expect(statuses[0]).toBe(statuses[1])
        return statuses[0]
      }
      const statusOf = (error: unknown) => {
        expect(error).toMatchObject({ reason: 'forbidden', message: 'A key is required' })
        return 403
      }
      const tickets: string[] = []
      for (const [index, placeId] of [id, closed.id].entries()) {
        const { serverTicket, privateTicket } = await viewPlaceSettings(platform, maker, { id: placeId })
        const forStrangers = strangers[index]
        const standing: Standing = { type: 'Ban', reason: 'x', since: 0, expires: null, number: 1 }
        for (const credentials of [
          {},
          { bearer: '' },
          { bearer: 'wrong', ticket: 'wrong' },
          { ticket: privateTicket },
          { bearer: serverTicket },
          { actor: player },
          { actor: administrator },
          { actor: { ...maker, standing } },
          ...tickets.map((ticket) => ({ ticket })),
        ]) {
          expect([credentials, await ask(placeId, credentials)]).toEqual([credentials, forStrangers])
        }
        expect(await ask(placeId, { ticket: serverTicket })).toBe(200)
        expect(await ask(placeId, { actor: maker })).toBe(200)
        if (Key) expect(await ask(placeId, { bearer: Key })).toBe(200)
        tickets.push(serverTicket)
      }
    },
  )
})
