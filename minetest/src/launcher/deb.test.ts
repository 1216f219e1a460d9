import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { canInstall, descriptionOf, makeKeys } from '../testing/installed-launcher.ts'
import { packageNameOf, packLauncher } from './launcher-package.ts'

const run = promisify(execFile)
const keys = makeKeys()
const platform = (baseUrl = 'https://play.example') => descriptionOf({ baseUrl, keys })

test('the same platform produces the same bytes', async () => {
  const [one, other] = await Promise.all([packLauncher(platform()), packLauncher(platform())])
  expect(one.file.equals(other.file)).toBe(true)
})

test('the version changes with the keys', async () => {
  const one = await packLauncher(platform())
  const other = await packLauncher({ ...platform(), publicKeys: [...platform().publicKeys, 'another'] })
  expect(other.version).not.toBe(one.version)
})

test.each([
  ['https://Play.example', 'baseplate-play-play.example'],
  ['http://localhost:8080', 'baseplate-play-localhost-8080'],
  ['http://[::1]:8080', 'baseplate-play-1-8080'],
])('the package of %s is %s', (baseUrl, name) => {
  expect(packageNameOf(baseUrl)).toBe(name)
})

describe.skipIf(!canInstall)('the package', () => {
  let folder: string
  afterEach(() => rm(folder, { recursive: true }))

  async function write(of = platform()) {
    folder = await mkdtemp(join(tmpdir(), 'deb-'))
    const made = await packLauncher(of)
    const file = join(folder, made.fileName)
    await writeFile(file, made.file)
    return { ...made, file }
  }

  test('is valid for Debian, and depends on the programs that the launcher runs', async () => {
    const { file, name, version } = await write()
    const { stdout } = await run('dpkg-deb', [
      '--field',
      file,
      'Package',
      'Version',
      'Architecture',
      'Depends',
    ])
    expect(stdout.split('\n').slice(0, 4)).toEqual([
      `Package: ${name}`,
      `Version: ${version}`,
      'Architecture: all',
      'Depends: minetest | luanti, curl, openssl',
    ])
  })

  test('contains files that only root can change, and no installation scripts', async () => {
    const { file } = await write()
    const { stdout } = await run('dpkg-deb', ['--contents', file])
    const lines = stdout.trim().split('\n')
    expect(lines.filter((line) => !/^(d|-)rw[x-]r-[x-]r-[x-] root\/root /.test(line))).toEqual([])
    const { stdout: control } = await run('dpkg-deb', ['--info', file])
    expect(control).not.toMatch(/(pre|post)(inst|rm)/)
  })

  test('registers the scheme with a name that cannot add lines to the desktop file', async () => {
    const { file, name } = await write({ ...platform(), name: 'A\nExec=evil\\n' })
    await run('dpkg-deb', ['-x', file, join(folder, 'root')])
    const entry = await readFile(join(folder, `root/usr/share/applications/${name}.desktop`), 'utf8')
    expect(entry.split('\n')).toEqual(
      expect.arrayContaining([
        'Name=A Exec=evil\\\\n',
        `Exec=/usr/lib/${name}/launch %u`,
        'MimeType=x-scheme-handler/baseplate;',
      ]),
    )
    expect(entry.match(/^Exec=/gm)).toHaveLength(1)
  })

  test('can be unpacked without dpkg, as /download describes', async () => {
    const { file, name } = await write()
    const isThere = await run('ar', ['t', file]).then(
      ({ stdout }) => stdout,
      (error: NodeJS.ErrnoException) => (error.code === 'ENOENT' ? undefined : Promise.reject(error)),
    )
    if (isThere === undefined) return
    expect(isThere).toBe('debian-binary\ncontrol.tar.gz\ndata.tar.gz\n')
    const root = await mkdtemp(join(tmpdir(), 'deb-root-'))
    onTestFinished(() => rm(root, { recursive: true }))
    await run('sh', ['-c', 'ar p "$0" data.tar.gz | tar -xz -C "$1"', file, root])
    expect(await readFile(join(root, `usr/lib/${name}/platform`), 'utf8')).toContain(
      'base_url=https://play.example\n',
    )
  })
})
