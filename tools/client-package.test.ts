import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const tsc = join(root, 'node_modules/@typescript/native/bin/tsc')

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'client-package-'))
  const packed = execFileSync(
    'npm',
    ['pack', '--silent', '--workspace=client', '--pack-destination', folder],
    {
      cwd: root,
      encoding: 'utf8',
    },
  )
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  const tarball = join(folder, packed.trim().split('\n').at(-1) ?? '')
  execFileSync('npm', ['install', '--silent', '--offline', '--no-audit', tarball], { cwd: folder })
}, 120_000)
afterAll(() => rm(folder, { recursive: true }))

test('an installed client has JavaScript that needs no TypeScript', async () => {
  await writeFile(
    join(folder, 'use.js'),
    "import { Client } from '@baseplate/client'; new Client('http://x')\n",
  )
  execFileSync(process.execPath, ['--no-experimental-strip-types', 'use.js'], { cwd: folder })
})

test('an installed client knows the types of every operation', async () => {
  const use = (field: string) => `import { Client } from '@baseplate/client'
const { data } = await new Client('http://x').get('/games', { query: { sort: 'new' } })
export const value: number | undefined = data.${field}
`
  const check = (file: string) =>
    execFileSync(
      process.execPath,
      [tsc, '--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2023', file],
      {
        cwd: folder,
        encoding: 'utf8',
      },
    )
  await writeFile(join(folder, 'right.ts'), use('places[0]?.id'))
  check('right.ts')
  await writeFile(join(folder, 'wrong.ts'), use('nothing'))
  expect(() => check('wrong.ts')).toThrow()
})
