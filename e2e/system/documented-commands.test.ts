import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, chmod, copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { makePlace } from '../support/game.ts'
import { type Person, password, register } from '../support/person.ts'
import { startProduct } from '../support/product.ts'
import { authorize } from '../support/program.ts'

const run = promisify(execFile)
const root = resolve(import.meta.dirname, '../..')

/** Returns the first block of a language below a heading, or after a sentence, of a page. */
async function blockOf(language: string, before: string, page = 'docs/game-clients.md'): Promise<string> {
  const text = await readFile(join(root, page), 'utf8')
  return (
    new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(text.slice(text.indexOf(before)))?.[1] ?? ''
  )
}

/** Whether a program ends without an error. */
function works(command: string, ...args: string[]): boolean {
  try {
    execFileSync(command, args, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

const hasPython = works('python3', '-c', 'import cryptography')
const hasOpenssl = works('sh', '-c', 'echo "#include <openssl/evp.h>" | cc -E -')

describe('documentation', () => {
  let product: Awaited<ReturnType<typeof startProduct>>
  let maker: Person
  let place: { path: string; id: number }
  let folder: string
  let env: NodeJS.ProcessEnv

  beforeAll(async () => {
    product = await startProduct()
    maker = await register(product.baseUrl, 'Maker')
    place = await makePlace(maker, 'A place')
    folder = await mkdtemp(join(tmpdir(), 'documented-'))
    await writeFile(
      join(folder, 'baseplate'),
      `#!/bin/sh\nexec ${process.execPath} ${root}/cli/src/main.mjs "$@"\n`,
    )
    await chmod(join(folder, 'baseplate'), 0o755)
    await copyFile(join(root, 'docs/examples/client.mjs'), join(folder, 'client.mjs'))
    env = {
      ...product.environment,
      PATH: `${folder}:${process.env.PATH}`,
      site: product.baseUrl,
      place: `${product.baseUrl}${place.path}`,
      username: 'Maker',
      password,
    }
    await shell(await blockOf('sh', '## A ticket without a browser'))
  })
  afterAll(async () => {
    await product.stop()
    await rm(folder, { recursive: true })
  })

  const shell = (commands: string) => run('sh', ['-ec', commands], { env, cwd: folder })

  /** Appends to the script for the rest of the test. */
  async function changeScript(): Promise<void> {
    const script = await readFile(join(folder, 'script'))
    await appendFile(join(folder, 'script'), '-- changed')
    onTestFinished(() => writeFile(join(folder, 'script'), script))
  }

  test('gets a ticket without a browser, and verifies its script with openssl', async () => {
    const verifying = await blockOf('sh', 'With `openssl`')
    expect((await shell(verifying)).stdout).toContain('Verified OK')
    await changeScript()
    await expect(shell(verifying)).rejects.toMatchObject({
      stdout: expect.stringContaining('Verification failure'),
    })
  })

  test.skipIf(!hasPython)('verifies a script in Python', async () => {
    const verify = () =>
      shell(`baseplate public-key > key.pem; python3 ${root}/docs/examples/verify.py key.pem script`)
    expect((await verify()).stdout).toContain('-- Joins a game')
    await changeScript()
    await expect(verify()).rejects.toMatchObject({ stderr: expect.stringContaining('InvalidSignature') })
  })

  test.skipIf(!hasOpenssl)('verifies a script in C', async () => {
    await shell(
      `cc -Wall -Werror -o verify ${root}/docs/examples/verify.c -lcrypto; baseplate public-key > key.pem`,
    )
    expect((await shell('./verify key.pem script')).stdout).toContain('Verified OK')
    await changeScript()
    await expect(shell('./verify key.pem script')).rejects.toMatchObject({ stdout: 'Verification failure\n' })
  })

  test('shows the values at the top of the join script, and the colours of a new user', async () => {
    const topOf = (script: string) => script.match(/^local [\w, ]+ = /gm)?.slice(0, 4)
    const script = await readFile(join(folder, 'script'), 'utf8')
    expect(topOf(await blockOf('lua', '### 2.'))).toEqual(topOf(script))
    const colours = await fetch(`${product.baseUrl}/asset/bodycolours/Maker`)
    expect((await colours.text()).trim()).toBe((await blockOf('xml', '### 4.')).trim())
  })

  test('has a client in a hundred lines, which joins and plays', async () => {
    expect((await readFile(join(folder, 'client.mjs'), 'utf8')).trimEnd().split('\n').length).toBeLessThan(
      101,
    )
    const commands = await blockOf('sh', '## A client in a hundred lines')
    const client = spawn('sh', ['-ec', commands], { env, cwd: folder, detached: true })
    const ended = once(client, 'exit')
    onTestFinished(async () => {
      if (client.exitCode === null) process.kill(-(client.pid ?? 0), 'SIGKILL')
      await ended
    })
    let output = ''
    for (const stream of [client.stdout, client.stderr]) stream.on('data', (text) => (output += text))
    await expect
      .poll(() => output)
      .toMatch(/^Maker joins the server[\s\S]*bodycolours\/Maker[\s\S]*playing\n$/)
    const view = (await (await maker.get(place.path)).json()) as { players: unknown[] }
    expect(view.players).toMatchObject([{ username: 'Maker', status: 'Playing' }])
  })

  test('publishes a file with its command and with curl', async () => {
    const { token } = await authorize(product.baseUrl, maker, 'places:write')
    const blockAfter = async (sentence: string) =>
      (await blockOf('sh', sentence, 'docs/making.md'))
        .replace('npm run baseplate --', 'baseplate')
        .replace('bp_…', token)
        .replace('123456789', String(place.id))
        .replace('https://games.example', product.baseUrl)
    await writeFile(join(folder, 'game.rbxl'), 'a game')
    expect((await shell(await blockAfter('## Publish from a pipeline'))).stdout).toMatch(/\bversion 1\b/i)
    await writeFile(join(folder, 'game.rbxl'), 'another game')
    const sent = await shell(`BASEPLATE_TOKEN=${token}\n${await blockAfter('any HTTP client')}`)
    expect(JSON.parse(sent.stdout)).toMatchObject({ version: 2 })
  })

  test('backs up a running platform, restores it beside its data and verifies it', async () => {
    const block = (await blockOf('sh', '# Backup', 'docs/operating/backup.md')).replaceAll('/backups/', './')
    const [backup, restore, verify] = ['backup ./', 'restore', 'verify'].map((verb) =>
      block.split('\n').find((line) => line.startsWith(`baseplate ${verb}`)),
    )
    await shell(`${backup}\nexport BASEPLATE_DATA=$PWD/restored\n${restore}\n${verify}`)
    expect(await readFile(join(folder, 'restored/keys/signing.pem'))).toEqual(
      await readFile(join(product.dataDirectory, 'keys/signing.pem')),
    )
  })
})
