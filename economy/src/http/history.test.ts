import { expect, test } from 'vitest'
import { transact } from '../testing/requests.ts'
import { drivers, startService } from '../testing/service.ts'

test.each(drivers)(
  'pages through all events by `before`, newest first, 100 per page (%s)',
  async (driver) => {
    const { client } = await startService({ driver })
    for (let n = 1; n <= 250; n++) {
      await client.mint(n % 5 === 0 ? 'user:2' : 'user:1', n)
    }
    const all = Array.from({ length: 250 }, (_, index) => 250 - index)
    expect(await pages(client, '/transactions')).toEqual([
      all.slice(0, 100),
      all.slice(100, 200),
      all.slice(200),
    ])
    const mine = all.filter((n) => n % 5 !== 0)
    expect(await pages(client, '/transactions/user:1')).toEqual([mine.slice(0, 100), mine.slice(100)])
    expect(await pages(client, '/transactions/user:2')).toEqual([all.filter((n) => n % 5 === 0)])
    expect(await client.get('/transactions?before=nothing')).toBe('400 unknown event id: nothing')
  },
)

test.each(drivers)('shows a transaction with its fee to both sides (%s)', async (driver) => {
  const { client } = await startService({ driver })
  await client.mint('user:1', 5)
  await client.post('/transact', transact)
  const [sent] = await client.json('/transactions/user:1')
  expect(sent).toMatchObject({ Type: 'Transaction', Fee: 0 })
  expect(await client.json('/transactions/user:2')).toEqual([sent])
})

/** Returns the amounts on each page of a history, newest first. */
async function pages(
  client: Awaited<ReturnType<typeof startService>>['client'],
  path: string,
): Promise<number[][]> {
  const found: number[][] = []
  for (let query = ''; ; ) {
    const events = await client.json(path + query)
    const last = events.at(-1)
    if (last === undefined) return found
    found.push(events.map((event) => Number(event.Amount)))
    query = `?before=${last.Id}`
  }
}
