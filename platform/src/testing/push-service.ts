import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { Agent } from 'node:https'
import { type AddressInfo, connect } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { hour } from '@baseplate/service/clock'
import type { PushConnections } from '../notifications/push/post.ts'

/** A message as the browser reads it. */
export interface PushedMessage {
  title: string
  body: string
  link: string
  id: number
}

type Respond = (response: ServerResponse) => void

/** A push service on this machine, with a browser that decrypts what arrives. */
export interface PushService {
  /** Connect every https address to this service, without encryption. */
  connections: PushConnections
  /** Makes a browser with its own endpoint. */
  subscription(): { endpoint: string; p256dh: string; auth: string }
  messages: PushedMessage[]
  /** Number of requests. */
  requests(): number
  /** Changes the response to the following requests, which is 201 by default. */
  respond(how: Respond | number, headers?: Record<string, string>): void
  close(): Promise<void>
}

interface Browser {
  ecdh: ReturnType<typeof createECDH>
  auth: Buffer
}

export async function startPushService(): Promise<PushService> {
  const browsers = new Map<string, Browser>()
  const messages: PushedMessage[] = []
  let requests = 0
  let respond: Respond = (response) => response.writeHead(201).end()

  const server = createServer(async (request, response) => {
    requests++
    const body = await buffer(request)
    const browser = browsers.get(request.url ?? '')
    if (!browser) throw new Error(`there is no browser at ${request.url}`)
    requireVapid(request)
    if (request.headers['user-agent'] !== 'Baseplate-Push') throw new Error('the sender does not name itself')
    const message = JSON.parse(decrypt(body, browser)) as PushedMessage
    respond(response)
    if (response.statusCode === 201 && response.headersSent) messages.push(message)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  return {
    connections: {
      agent: Object.assign(new Agent(), { createConnection: () => connect(port, '127.0.0.1') }),
      closing: new AbortController(),
      patienceMs: hour,
    },
    subscription() {
      const ecdh = createECDH('prime256v1')
      const p256dh = ecdh.generateKeys().toString('base64url')
      const auth = randomBytes(16)
      const path = `/push/${randomBytes(8).toString('hex')}`
      browsers.set(path, { ecdh, auth })
      return { endpoint: `https://push.example${path}`, p256dh, auth: auth.toString('base64url') }
    },
    messages,
    requests: () => requests,
    respond(how, headers = {}) {
      respond = typeof how === 'number' ? (response) => response.writeHead(how, headers).end() : how
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Decrypts a message of one record: RFC 8291, section 3.4, and RFC 8188, section 2. */
function decrypt(body: Buffer, { ecdh, auth }: Browser): string {
  const salt = body.subarray(0, 16)
  const keyEnd = 21 + body.readUInt8(20)
  const sender = body.subarray(21, keyEnd)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), sender])
  const secret = derive(ecdh.computeSecret(sender), auth, info, 32)
  const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16)
  const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(body.subarray(-16))
  const plain = Buffer.concat([decipher.update(body.subarray(keyEnd, -16)), decipher.final()])
  return plain.subarray(0, plain.lastIndexOf(2)).toString()
}

const derive = (secret: Buffer, salt: Buffer, info: Buffer | string, length: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length))

/** Checks the signature of the sender: RFC 8292. */
function requireVapid({ headers }: IncomingMessage): void {
  const [, token = '', key = ''] = /^vapid t=(\S+), k=(\S+)$/.exec(headers.authorization ?? '') ?? []
  const raw = Buffer.from(key, 'base64url')
  const part = (from: number) => raw.subarray(from, from + 32).toString('base64url')
  const jwk = { kty: 'EC', crv: 'P-256', x: part(1), y: part(33) }
  const [header = '', claims = '', signature = ''] = token.split('.')
  const isSigned = verify(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  const { aud } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { aud: string }
  if (!isSigned || aud !== 'https://push.example') throw new Error('the sender is not who it says')
}
