/**
 * Announces new games in a chat: `npx node client/examples/announce-games.ts`. Needs `BASE_URL`, a token with the scope `read` in `TOKEN`,
 * and in `CHAT_URL` an incoming webhook that takes `{"content":"…"}`. `INTERVAL` is the time between two checks, in seconds.
 */
import { setTimeout } from 'node:timers/promises'
import { Client } from '../src/client.ts'

const { BASE_URL = 'http://localhost:3000', TOKEN, CHAT_URL = '', INTERVAL = '60' } = process.env
const client = new Client(BASE_URL, TOKEN)

const newest = async () => (await client.get('/games', { query: { sort: 'new' } })).data.places

const known = new Set((await newest()).map(({ id }) => id))
process.stdout.write(`${known.size} games are known\n`)
for (;;) {
  for (const { id, name, ownerUsername } of await newest()) {
    if (known.has(id)) continue
    await announce(`New game: ${name} by ${ownerUsername} ${BASE_URL}/share/${id}`)
    known.add(id)
  }
  await setTimeout(Number(INTERVAL) * 1_000)
}

async function announce(content: string): Promise<void> {
  const { ok, status } = await fetch(CHAT_URL, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ content }),
  })
  if (!ok) throw new Error(`the chat refused a message with ${status}`)
}
