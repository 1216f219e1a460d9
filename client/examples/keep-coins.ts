/**
 * Lists the players who have the most coins in a game, and gives the first one a bonus, once a day:
 * `npx node client/examples/keep-coins.ts <id of the place> <bonus>`. Needs `BASE_URL`, and in `TOKEN` a token of the game's owner with
 * the scopes `data:read` and `data:write`. The game keeps coins in the store `coins`: docs/making/data.md.
 */
import { Client, RefusedRequest } from '../src/client.ts'

const [id, bonus = '10'] = process.argv.slice(2)
const client = new Client(process.env.BASE_URL ?? 'http://localhost:3000', process.env.TOKEN)

const path = { id: Number(id), store: 'coins', scope: 'player' }
const { data } = await client.get('/place/{id}/data-api/{store}/{scope}', {
  path,
  query: { order: 'desc', limit: 10 },
})
for (const { key, value } of data.entries) process.stdout.write(`player ${key} has ${value} coins\n`)
const [first] = data.entries
if (first) process.stdout.write(`player ${first.key} ${await reward(first.key)}\n`)

async function reward(key: string): Promise<string> {
  const today = new Date().toISOString().slice(0, 10)
  try {
    const { data: changed } = await client.post('/place/{id}/data-api/{store}/{scope}/{key}', {
      path: { ...path, key },
      query: { op: 'increment', by: bonus },
      // A repeat with the same key adds nothing.
      header: { 'Idempotency-Key': `bonus-${today}-${key}` },
    })
    return `has ${changed.value} coins now`
  } catch (error) {
    // While the player is in the game, only its server may change the coins.
    if (error instanceof RefusedRequest && error.code === 'data.player_elsewhere') return 'is playing'
    throw error
  }
}
