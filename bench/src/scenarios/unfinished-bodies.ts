import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { register } from '@baseplate/platform/accounts/registration/register'
import type { Measurement } from '../measurement.ts'
import { percentile } from '../measurement.ts'
import { type Product, startProduct } from '../product.ts'

const megabyte = 1_000_000
const documents = 150
const documentBytes = 15 * megabyte
const forms = 500
/** As much as one form may have, almost. */
const formBytes = 195_000
const makers = 3
/** Documents at once. Each sender sends its next document after the answer to the last. */
const senders = 30

const password = 'correct horse battery'
const device = { userAgent: 'bench', address: '127.0.0.1' }

/** Measures the memory of the site, and the times of other clients, while users send large documents and forms that never end. */
export async function unfinishedBodies(): Promise<Measurement[]> {
  const cookies: string[] = []
  const product = await startProduct(
    async (platform) => {
      for (let maker = 0; maker < makers; maker++) {
        const fields = { username: `Maker${maker}`, password, cpassword: password }
        cookies.push(await register(platform, fields, device))
      }
    },
    // The renderer would start for the makers' pictures, with threads and memory of its own.
    { BASEPLATE_CONFIG: join(import.meta.dirname, '../no-rendering.config.ts') },
  )
  const load = loadavg()[0] ?? 0
  try {
    const document = largeDocument()
    // Code that all later requests use is loaded before the measurement.
    await sendDocument(product, cookies[0] ?? '', Buffer.from('<roblox><Item class="Part"/></roblox>'))
    const quiet = await timesDuring(product, async () => {
      await new Promise((resolve) => setTimeout(resolve, 5_000))
    })
    const before = await product.site.residentBytes()
    await product.site.forgetPeak()
    const statuses = new Map<number, number>()
    const busy = await timesDuring(product, async () => {
      const trickling = await Promise.all(Array.from({ length: forms }, () => beginForm(product)))
      const send = async (_: unknown, sender: number) => {
        for (let sent = 0; sent < documents / senders; sent++) {
          const status = await sendDocument(product, cookies[sender % makers] ?? '', document)
          statuses.set(status, (statuses.get(status) ?? 0) + 1)
        }
      }
      await Promise.all(Array.from({ length: senders }, send))
      for (const socket of trickling) socket.destroy()
    })
    const raised = (await product.site.peakBytes()) - before
    const answers = [...statuses].map(([status, count]) => `${count}x ${status}`).join(', ')
    return [
      {
        name: `memory raised by ${documents} documents of 15 MB (${answers}) and ${forms} unfinished forms`,
        value: raised / megabyte,
        unit: 'MB',
        against: 'the budget of unfinished bodies',
        target: { atMost: 250 },
      },
      {
        name: `p99 of other clients meanwhile (load average before: ${load.toFixed(1)})`,
        value: percentile(busy, 99),
        unit: 'ms',
        against: 'the same before',
        peer: percentile(quiet, 99),
        target: { atMost: 250 },
      },
    ]
  } finally {
    await product.stop()
  }
}

/** A document whose parts have nothing to draw, so that it is only read. */
function largeDocument(): Buffer {
  const item = '<Item class="Model"><Properties><string name="Name">A name</string></Properties></Item>\n'
  const filler = `<!--${'x'.repeat(400)}-->\n`
  const items = Math.min(49_000, Math.floor(documentBytes / (item.length + filler.length)))
  return Buffer.from(`<roblox version="4">${(item + filler).repeat(items)}</roblox>`)
}

/** Sends a document to the preview. Returns the status; 0 when the connection broke. */
async function sendDocument(product: Product, cookie: string, document: Buffer): Promise<number> {
  const head = '--b\r\nContent-Disposition: form-data; name="asset"; filename="hat.xml"\r\n\r\n'
  const tail = '\r\n--b--\r\n'
  const sending: ClientRequest = request(`${product.baseUrl}/develop/create/hat`, {
    method: 'POST',
    agent: false,
    headers: {
      Cookie: `session=${cookie}`,
      Accept: 'application/json',
      'Content-Type': 'multipart/form-data; boundary=b',
      'Content-Length': head.length + document.length + tail.length,
    },
  })
  const answered = once(sending, 'response')
  sending.on('error', () => {})
  sending.write(head)
  sending.write(document)
  sending.end(tail)
  try {
    const [response] = (await answered) as [IncomingMessage]
    response.resume()
    await once(response, 'end')
    return response.statusCode ?? 0
  } catch {
    return 0
  }
}

/** Sends all of a form but its last bytes. */
async function beginForm({ baseUrl }: Product): Promise<Socket> {
  // The forms are another client's, with connections of its own.
  const from = { host: '127.0.0.1', localAddress: '127.0.0.2', port: Number(new URL(baseUrl).port) }
  const socket = connect(from).on('error', () => {})
  await once(socket, 'connect')
  const field = (name: string) =>
    `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${'a'.repeat(formBytes / 2)}\r\n`
  const body = field('one') + field('two')
  const type = 'multipart/form-data; boundary=b'
  socket.write(
    `POST /login HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: ${type}\r\nContent-Length: ${body.length + 100}\r\n\r\n${body}`,
  )
  return socket
}

/** Returns the times in milliseconds that requests of another client take while `work` runs. The client has its own thread. */
async function timesDuring({ baseUrl }: Product, work: () => Promise<void>): Promise<number[]> {
  const client = new Worker(new URL('../other-client.ts', import.meta.url), {
    workerData: `${baseUrl}/game/machineconfiguration`,
  })
  await once(client, 'message')
  await work()
  const answered = once(client, 'message')
  client.postMessage('end')
  const [times] = (await answered) as [number[]]
  await client.terminate()
  return times
}
