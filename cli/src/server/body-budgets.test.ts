import { describe, expect, test } from 'vitest'
import { form, head, multipart, readBodies } from '../testing/bodies.ts'
import { openRaw, type RawClient, startSiteServer } from '../testing/site-server.ts'

describe('the budget of unfinished bodies', () => {
  /** Room for two forms of 100 KB. */
  const small = { Server: { BodyBytes: 1_000_000 } }
  const isBusy = /^HTTP\/1\.1 503 [\s\S]*retry-after: 1\r\n[\s\S]*Too many uploads are in progress/i

  async function hold(port: number, type = form) {
    const client = await openRaw(port)
    client.socket.write(head(type, 100_001) + 'a'.repeat(100_000))
    return client
  }

  async function ask(port: number, request: string) {
    const client = await openRaw(port)
    client.socket.write(request)
    await expect.poll(client.text).toMatch(/^HTTP[\s\S]*\r\n\r\n/)
    return client.text()
  }

  test('answers 503 to a body that has no room, and 200 to requests without one', async () => {
    const { port } = await startSiteServer({ config: small, pages: readBodies })
    const held = [await hold(port), await hold(port, multipart)]
    await expect.poll(() => ask(port, `${head(form, 100_000)}${'a'.repeat(100_000)}`)).toMatch(isBusy)
    expect(await ask(port, 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /)
    for (const { text } of held) expect(text()).toBe('')
  })

  test('has room again once bodies are complete or their clients have left', async () => {
    const { port } = await startSiteServer({ config: small, pages: readBodies })
    const [complete, gone] = [await hold(port), await hold(port)]
    await expect.poll(() => ask(port, `${head(form, 100_000)}${'a'.repeat(100_000)}`)).toMatch(isBusy)
    complete.socket.write('a')
    gone.socket.destroy()
    await expect
      .poll(() => ask(port, `${head(form, 100_000)}${'a'.repeat(100_000)}`))
      .toMatch(/^HTTP\/1\.1 200 /)
  })

  test('ends the youngest bodies when they grow beyond it together', async () => {
    const { port } = await startSiteServer({ config: small, pages: readBodies })
    const clients: RawClient[] = []
    for (let count = 0; count < 3; count++) {
      const client = await openRaw(port)
      client.socket.write(head(form, 100_001))
      clients.push(client)
      await expect.poll(() => client.socket.bytesWritten).toBeGreaterThan(0)
    }
    // All three are admitted by now: none has sent anything of its body.
    await ask(port, 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
    for (const { socket } of clients) socket.write('a'.repeat(100_000))
    await expect.poll(() => clients.filter(({ text }) => isBusy.test(text())).length).toBe(1)
  })

  test('makes room for another client with the youngest bodies of the client that fills it', async () => {
    const { port } = await startSiteServer({ config: small, pages: readBodies })
    const [oldest, youngest] = [await hold(port), await hold(port)]
    await expect.poll(() => ask(port, `${head(form, 100_000)}${'a'.repeat(100_000)}`)).toMatch(isBusy)
    const other = await openRaw(port, '127.0.0.2')
    other.socket.write(head(form, 100_000) + 'a'.repeat(100_000))
    await expect.poll(other.text).toMatch(/^HTTP\/1\.1 200 /)
    await expect.poll(youngest.text).toMatch(isBusy)
    expect(oldest.text()).toBe('')
  })

  test('has room for files while forms fill their share', async () => {
    const { port } = await startSiteServer({ config: small, pages: readBodies })
    await hold(port)
    await hold(port)
    await expect.poll(() => ask(port, `${head(form, 100_000)}${'a'.repeat(100_000)}`)).toMatch(isBusy)
    expect(await ask(port, `${head(multipart, 600_000, '/develop/create')}${'a'.repeat(600_000)}`)).toMatch(
      /^HTTP\/1\.1 200 /,
    )
  })

  test('counts a complete body until its response', async () => {
    let respond = () => {}
    const { port } = await startSiteServer({
      config: small,
      pages: (request, response) => {
        respond = () => response.end('done')
        request.resume()
      },
    })
    for (let count = 0; count < 2; count++) {
      const client = await openRaw(port)
      client.socket.write(head(form, 100_000) + 'a'.repeat(100_000))
    }
    const next = () => ask(port, `${head(form, 100_000)}${'a'.repeat(100_000)}`)
    await expect.poll(next).toMatch(isBusy)
    respond()
    const client = await openRaw(port)
    client.socket.write(head(form, 100_000) + 'a'.repeat(100_000))
    const answered = () => {
      respond()
      return client.text()
    }
    await expect.poll(answered).toMatch(/^HTTP\/1\.1 200 /)
  })

  test('counts a body that nobody reads any more as nothing', async () => {
    const { port } = await startSiteServer({ config: small, pages: (_, response) => response.end('early') })
    for (let count = 0; count < 5; count++)
      expect(await ask(port, head(form, 100_001) + 'a'.repeat(100_000))).toMatch(/^HTTP\/1\.1 200 /)
  })
})
