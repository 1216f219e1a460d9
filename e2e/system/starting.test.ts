import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../platform/src/testing/free-port.ts'
import { runToEnd } from '../support/product.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

describe('starting', () => {
  test('ends with one sentence and exit code 1 when the port is in use, and leaves no process', async () => {
    const taken = createServer()
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void taken.close())
    const port = (taken.address() as { port: number }).port
    const economyPort = await freePort()
    const { code, output } = await runToEnd('start', {
      PORT: String(port),
      ECONOMY_PORT: String(economyPort),
      BASEPLATE_DATA: await temporaryFolder(),
    })
    expect(code).toBe(1)
    expect(output).toContain(`The site cannot listen: port ${port} is in use; choose another one with PORT.`)
    expect(output).not.toMatch(/\n\s+at /)
    await expect(fetch(`http://127.0.0.1:${economyPort}/health`)).rejects.toThrow()

    const economy = await runToEnd('start', {
      PORT: String(await freePort()),
      ECONOMY_PORT: String(port),
      BASEPLATE_DATA: await temporaryFolder(),
    })
    expect(economy.code).toBe(1)
    expect(economy.output).toContain(String(port))
    expect(economy.output).not.toMatch(/\n\s+at /)
  })

  test('ends with one sentence and exit code 1 when the data directory cannot be written', async () => {
    const folder = await temporaryFolder()
    await writeFile(join(folder, 'file'), '')
    // Below /proc, creating a folder recursively would retry forever.
    for (const directory of [join(folder, 'file', 'data'), '/proc/data']) {
      for (const command of ['start', 'site', 'economy']) {
        const { code, output } = await runToEnd(command, {
          BASEPLATE_DATA: directory,
          PORT: String(await freePort()),
          ECONOMY_PORT: String(await freePort()),
        })
        expect(code).toBe(1)
        expect(output).toMatch(/^The data directory .*data cannot be written: .*\n$/)
      }
    }
  })

  test('reports every fault of a configuration, and a file that cannot be parsed', async () => {
    const folder = await temporaryFolder()
    const config = join(folder, 'config.ts')
    await writeFile(config, `export default { Gameservers: { Hosting: 'Cloud' }, Nmae: 'x' }`)
    const faults = await runToEnd('start', { BASEPLATE_CONFIG: config, PORT: '99999' })
    expect(faults.code).toBe(1)
    expect(faults.output).toContain('Gameservers.Hosting: "Cloud" is not allowed')
    expect(faults.output).toContain('Nmae: there is no such key')
    expect(faults.output).toContain('PORT: "99999" is not allowed')
    await writeFile(config, 'export default {{')
    const broken = await runToEnd('start', { BASEPLATE_CONFIG: config })
    expect(broken.code).toBe(1)
    expect(broken.output).toContain(`The configuration file ${config} is broken`)
    expect(broken.output).not.toMatch(/\n\s+at /)
  })

  test('ends with one sentence when the database is away', async () => {
    const { code, output } = await runToEnd('site', {
      DATABASE_URL: `postgres://nobody@127.0.0.1:${await freePort()}/nothing`,
      BASEPLATE_DATA: await temporaryFolder(),
      PORT: String(await freePort()),
    })
    expect(code).toBe(1)
    expect(output).toMatch(/The database at DATABASE_URL cannot be reached: .*ECONNREFUSED/)
    expect(output).not.toMatch(/\n\s+at /)
  })
})
