/**
 * Publishes a file as a place: `npx node client/examples/publish-place.ts <file> <name or id of the place>`. A name creates a place. Needs
 * `BASE_URL` and a token with the scope `places:write` in `TOKEN`.
 */
import { openAsBlob } from 'node:fs'
import { Client } from '../src/client.ts'

const [file = '', place = ''] = process.argv.slice(2)
const client = new Client(process.env.BASE_URL ?? 'http://localhost:3000', process.env.TOKEN)

const id = /^\d+$/.test(place) ? Number(place) : await create(place)
await client.post(
  '/place/{id}/{name}/settings?/data',
  { path: { id, name: 'place' } },
  { file: await openAsBlob(file) },
)
process.stdout.write(`published as place ${id}\n`)

async function create(name: string): Promise<number> {
  const { location = '' } = await client.post('/games/create', {}, { name })
  const [, , created = ''] = location.split('/')
  return Number(created)
}
