import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  addressOf,
  canInstall,
  descriptionOf,
  installLauncher,
  installPackages,
  type StubPlatform,
  startPlatform,
} from '../testing/installed-launcher.ts'
import { packLauncher } from './launcher-package.ts'

/** Notes its arguments and its text, in the characters of Western Europe. */
const stubXmessage = `#!/bin/sh
{ printf '%s\\n' "$@"; cat; } | iconv -f ISO-8859-1 -t UTF-8 >>"$STUBS/windows"
`

/** The programs that a launcher runs until it shows why an address is not that of a game. */
const few = ['basename', 'cat', 'dirname', 'fold', 'iconv', 'readlink', 'sed']

let platform: StubPlatform
let launcher: Awaited<ReturnType<typeof installLauncher>>

/** Returns the window with which the launcher reports a refusal of the site. */
async function refusedWith(reason: string | Buffer, environment: Record<string, string> = {}) {
  platform.joins = [(response) => response.writeHead(403).end(reason)]
  const { code, errors } = await launcher.start(addressOf(platform), environment).ended
  expect(code).toBe(1)
  return { window: (await launcher.read('windows')) ?? '', errors }
}

/** Returns a folder with the few programs and no program for windows, and adds xmessage to it on demand. */
async function fewPrograms(xmessage?: string): Promise<string> {
  const folder = join(launcher.root, 'few')
  await mkdir(folder)
  for (const name of few) await symlink(join('/usr/bin', name), join(folder, name))
  if (xmessage === undefined) return folder
  await writeFile(join(folder, 'xmessage'), xmessage)
  await chmod(join(folder, 'xmessage'), 0o755)
  return folder
}

const textOf = (language: string, entry: string) => descriptionOf(platform).texts[language]?.[entry] ?? ''

describe.skipIf(!canInstall)('the windows of the launcher', () => {
  beforeEach(async () => {
    platform = await startPlatform()
    launcher = await installLauncher(platform)
  })
  afterEach(async () => {
    await launcher.remove()
    await platform.close()
  })

  test.each([
    ['markup', '<b>bold</b> & &amp;'],
    ['quotes', `"double" 'single' \`id\``],
    ['a command', '$(touch /tmp/x) ; true | false'],
    ['the beginning of an option', '--help -file /etc/passwd'],
    ['a format', '%s %d'],
    ['several lines', 'one\ntwo\n\nthree'],
  ])('show %s of a refusal as it is, in one argument without markup', async (_, reason) => {
    const { window, errors } = await refusedWith(reason)
    expect(window).toMatch(/^UTF-8 --error --no-markup --width=420 --title=Käse & Co --text=The site did not/)
    expect(window.endsWith(`\n\n${reason}\n`)).toBe(true)
    expect(errors.endsWith(`\n\n${reason}\n`)).toBe(true)
  })

  test('leave out backslashes, and control characters that a terminal would obey', async () => {
    const { window, errors } = await refusedWith('a\\nb\u001b[31mc\u0000d\u009b31me\u007ff')
    expect(window.endsWith('\n\nanb[31mcd31mef\n')).toBe(true)
    expect(errors.endsWith('\n\nanb[31mcd31mef\n')).toBe(true)
  })

  test('show a long text up to 600 bytes, with whole characters and lines of at most 60', async () => {
    const { window } = await refusedWith(`${'x'.repeat(599)}’`)
    const lines = window.trimEnd().split('\n').slice(2)
    expect(lines.join('')).toBe('x'.repeat(599))
    expect(lines.map(({ length }) => length)).toEqual([...Array(9).fill(60), 59])
  })

  test('leave out bytes that are no text', async () => {
    const { window } = await refusedWith(Buffer.from([0x61, 0xff, 0xc3, 0x62, 0xe2, 0x80]))
    expect(window.endsWith('\n\nab\n')).toBe(true)
  })

  test('escape the markup of a text while the player waits', async () => {
    const described = descriptionOf(platform)
    const packed = await packLauncher({ ...described, texts: { en: { waiting: 'Wait & <see> a\\nb' } } })
    const waiting = await installPackages([packed])
    platform.joins = [
      (response) => response.writeHead(503, { 'Retry-After': '1' }).end(),
      (response) => response.writeHead(403).end(),
    ]
    await waiting.start(addressOf(platform)).ended
    expect(await waiting.read('windows')).toMatch(/--progress .* --text=Wait &amp; &lt;see> a\\\\nb\n/)
    await waiting.remove()
  })

  test('come from xmessage if zenity is not installed', async () => {
    const environment = { PATH: await fewPrograms(stubXmessage), LANG: 'de_DE.UTF-8' }
    const { code, errors } = await launcher.start('baseplate:other', environment).ended
    expect(await launcher.read('windows')).toBe(
      '-center\n-title\nKäse & Co\n-buttons\nSchließen:0\n-file\n-\n' +
        'Dieser Link öffnet kein Spiel von {name}. Drücke auf der Website noch \neinmal auf ,,Spielen".',
    )
    expect([code, errors]).toEqual([1, `${textOf('de', 'other_address')}\n`])
  })

  test('are lines of the error output if there is no program for windows, or no display', async () => {
    const errors = `${textOf('en', 'other_address')}\n`
    const without = await launcher.start('baseplate:other', { PATH: await fewPrograms() }).ended
    expect(without).toEqual({ code: 1, errors })
    const remote = await launcher.start('baseplate:other', { DISPLAY: '' }).ended
    expect(remote).toEqual({ code: 1, errors })
    expect(await launcher.read('windows')).toBeUndefined()
  })
})
