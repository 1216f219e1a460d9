/** The peer of a replicated ledger: `node:http` that commits waiting bodies in batches without checking them. */
import { createServer, type ServerResponse } from 'node:http'
import pg from 'pg'
import { commitBatch } from '../bare-batches.ts'

const client = new pg.Client(process.env.DATABASE_URL)
await client.connect()
let waiting: { body: Buffer; response: ServerResponse }[] = []
let running = false

/** Answers a batch while the next one is committed, as the ledger does. */
async function run(): Promise<void> {
  running = true
  let committed: typeof waiting = []
  while (waiting.length > 0) {
    const batch = waiting
    waiting = []
    const ended = commitBatch(client, Buffer.concat(batch.map(({ body }) => body)))
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
