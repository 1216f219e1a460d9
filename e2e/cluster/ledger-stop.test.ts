import { once } from 'node:events'
import { connect } from 'node:net'
import { sharedLedger } from '@baseplate/economy/testing/shared-ledger'
import { freePort } from '@baseplate/platform/testing/free-port'
import { expect, onTestFinished, test } from 'vitest'
import { exitOf, run } from '../support/processes.ts'
import { startTcpProxy } from '../support/tcp-proxy.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

/** `baseplate economy` and service managers allow this much. */
const stopMsMax = 10_000

test('a writer whose database no longer answers stops in time, with a payment and a stalled client', async () => {
  const database = new URL(await sharedLedger())
  const proxy = await startTcpProxy(`http://${database.host}`)
  onTestFinished(() => proxy.close())
  database.port = String(proxy.port)
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const { child, output } = run(['cli/src/main.mjs', 'economy'], {
    BASEPLATE_DATA: await temporaryFolder(),
    LEDGER_URL: database.href,
    LEDGER_ALONE: 'true',
    ECONOMY_PORT: String(port),
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  await expect.poll(output).toContain('writes the ledger since epoch 1')

  const stalled = connect(port, '127.0.0.1')
  stalled.on('error', () => undefined)
  onTestFinished(() => void stalled.destroy())
  await once(stalled, 'connect')
  stalled.write('POST /mint HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n{')
  proxy.hold()
  const paid = fetch(`${address}/mint`, { method: 'POST', body: '{"To":"a","Amount":1,"Note":"n"}' })
  const answer = paid.then(
    ({ status }) => status,
    () => 'cut',
  )
  const asked = performance.now()
  child.kill('SIGTERM')
  expect(await exitOf(child)).toBe(0)
  expect(performance.now() - asked).toBeLessThan(stopMsMax)
  expect(['cut', 500, 503]).toContain(await answer)
})
