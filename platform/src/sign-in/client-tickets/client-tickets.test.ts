import { minute } from '@baseplate/service/clock'
import { describe, expect, test } from 'vitest'
import { device, password, registerPerson } from '../../testing/people.ts'
import { databases, openTestPlatform } from '../../testing/platforms.ts'
import { endAllSessions, endSession } from '../access/end-sessions.ts'
import { createSession, useSession } from '../sessions/sessions.ts'
import { issueClientTicket } from './issue.ts'
import { sweepClientTickets } from './queries.ts'
import { spendClientTicket } from './spend.ts'

const studio = { userAgent: 'Client/WinInet', address: '192.0.2.1' }
const refused = { problem: { code: 'accounts.client_ticket_invalid' } }

describe.each(databases)('tickets of clients on %s', (kind) => {
  async function start() {
    const platform = await openTestPlatform(kind)
    const anna = await registerPerson(platform, 'Anna')
    const token = await createSession(platform.db, anna.id, device, platform.now())
    const issue = () => issueClientTicket(platform, anna, token)
    const spend = (ticket: string) => spendClientTicket(platform, ticket, studio)
    return { platform, anna, token, issue, spend }
  }

  test('a ticket signs its user in once, without a proof of identity', async () => {
    const { platform, anna, issue, spend } = await start()
    const ticket = await issue()
    const session = await useSession(platform, (await spend(ticket)) ?? '')
    expect(session?.actor).toMatchObject({ id: anna.id, proved: 0 })
    await expect(spend(ticket)).rejects.toMatchObject(refused)
  })

  test('one of several simultaneous uses of a ticket succeeds', async () => {
    const { issue, spend } = await start()
    const ticket = await issue()
    const uses = await Promise.allSettled(Array.from({ length: 5 }, () => spend(ticket)))
    expect(uses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('a client that is signed in as the user keeps its session', async () => {
    const { platform, anna, issue } = await start()
    expect(await spendClientTicket(platform, await issue(), studio, anna.id)).toBeUndefined()
  })

  test('a ticket expires after five minutes', async () => {
    const { platform, issue, spend } = await start()
    const ticket = await issue()
    platform.pass(5 * minute)
    await expect(spend(ticket)).rejects.toMatchObject(refused)
    await sweepClientTickets(platform)
    expect(await platform.db.selectFrom('client_tickets').selectAll().execute()).toEqual([])
  })

  test('a ticket ends with its session', async () => {
    const { platform, anna, token, issue, spend } = await start()
    const [first, second] = [await issue(), await issue()]
    await endSession(platform, token)
    await expect(spend(first)).rejects.toMatchObject(refused)
    await endAllSessions(platform, anna, { password }, device)
    await expect(spend(second)).rejects.toMatchObject(refused)
    await expect(issue()).rejects.toMatchObject({ reason: 'unauthenticated' })
  })

  test('the 21st unused ticket ends the oldest one', async () => {
    const { platform, issue, spend } = await start()
    const oldest = await issue()
    platform.pass(1)
    const second = await issue()
    for (let more = 0; more < 19; more++) {
      platform.pass(1)
      await issue()
    }
    const outcomes = await Promise.allSettled([spend(oldest), spend(second)])
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
  })
})
