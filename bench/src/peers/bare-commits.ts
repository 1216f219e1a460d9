/** The peer of a replicated ledger: `node:http` that commits the bodies that wait together, and decides nothing. */
import { createServer, type ServerResponse } from 'node:http'
import pg from 'pg'

const client = new pg.Client(process.env.DATABASE_URL)
await client.connect()
let waiting: { body: Buffer; response: ServerResponse }[] = []
let running = false

async function commit(batch: typeof waiting): Promise<void> {
  const lines = Buffer.concat(batch.map(({ body }) => body))
  await client.query({
    name: 'commit',
    text: 'INSERT INTO bench_batches (lines) VALUES ($1)',
    values: [lines],
  })
}

/** Answers a batch while the next one is committed, as the ledger does. */
async function run(): Promise<void> {
  running = true
  let committed: typeof waiting = []
  while (waiting.length > 0) {
    const batch = waiting
    waiting = []
    const ended = commit(batch)
    answer(committed)
    await ended
    committed = batch
  }
  running = false
  answer(committed)
}

function answer(batch: typeof waiting): void {
  for (const { response } of batch) response.writeHead(200, { 'Content-Length': 0 }).end()
}

createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    waiting.push({ body: Buffer.concat(chunks), response })
    if (!running) void run()
  })
}).listen(Number(process.env.PORT), '127.0.0.1', () => process.stdout.write('ready\n'))
