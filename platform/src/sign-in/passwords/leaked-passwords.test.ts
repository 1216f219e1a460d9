import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { errorsOf } from '../../testing/errors.ts'
import { device, inSession, password, registerPerson } from '../../testing/people.ts'
import { openTestPlatform } from '../../testing/platforms.ts'
import { changePassword } from '../access/change-password.ts'
import { addRecoveryLink } from '../links/recovery-links.ts'
import { resetPassword } from '../recovery/reset-password.ts'
import { register } from '../registration/register.ts'
import { createSession } from '../sessions/sessions.ts'
import { isLeakedPassword } from './leaked-passwords.ts'

const sha1 = (text: string) => createHash('sha1').update(text).digest('hex').toUpperCase()
const leaked = 'leaked password 77'
const problem = 'This password has appeared in known data leaks. Choose another one.'

let folder: string
let list: string
/** Thousands of sorted lines, so that the search has to narrow them down. */
const passwords = Array.from({ length: 5_000 }, (_, at) => `leaked password ${at}`)
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'leaked-passwords-'))
  list = join(folder, 'sorted.txt')
  const lines = passwords.map((one, at) => `${sha1(one)}:${at + 1}`).sort()
  await writeFile(list, `${lines.join('\r\n')}\r\n`)
  await mkdir(join(folder, 'ranges'))
  for (const [one, count, ending] of [
    [leaked, 12, '.txt'],
    ['padding', 0, ''],
  ] as const) {
    const hash = sha1(one)
    const range = [`0${'F'.repeat(34)}:3`, `${hash.slice(5)}:${count}`]
    await writeFile(join(folder, 'ranges', hash.slice(0, 5) + ending), range.join('\r\n'))
  }
})
afterAll(() => rm(folder, { recursive: true }))

test('finds every password of a sorted file, and no other', async () => {
  const known = [...passwords.slice(0, 100), ...extremes()]
  for (const one of known) expect(await isLeakedPassword(list, one), one).toBe(true)
  for (let at = 0; at < 100; at++) expect(await isLeakedPassword(list, `another ${at}`)).toBe(false)
})

/** Returns the passwords of the first and the last line. */
function extremes(): string[] {
  const sorted = passwords.toSorted((one, other) => (sha1(one) < sha1(other) ? -1 : 1))
  return [sorted[0] ?? '', sorted.at(-1) ?? '']
}

test('finds a password in a folder of ranges, and ignores padding', async () => {
  const ranges = join(folder, 'ranges')
  expect(await isLeakedPassword(ranges, leaked)).toBe(true)
  expect(await isLeakedPassword(ranges, 'padding')).toBe(false)
  await expect(isLeakedPassword(ranges, 'of a range that is missing')).rejects.toThrow('ENOENT')
})

test('a new password in the list is refused at registration, by a change and by a reset', async () => {
  const platform = await openTestPlatform('SQLite', { Security: { LeakedPasswords: list } })
  const form = { password: leaked, cpassword: leaked }
  expect(await errorsOf(register(platform, null, { username: 'Anna', ...form }, device))).toEqual({
    password: problem,
  })
  const anna = await registerPerson(platform, 'Anna')
  const token = await createSession(platform.db, anna.id, device, platform.now())
  const change = { cpassword: password, npassword: leaked, cnpassword: leaked }
  expect(await errorsOf(changePassword(platform, anna, change, inSession(token)))).toEqual({
    npassword: problem,
  })
  const { token: link } = await addRecoveryLink(platform.db, { userId: anna.id, email: null }, platform.now())
  expect(await errorsOf(resetPassword(platform, null, { token: link, ...form }, device))).toEqual({
    password: problem,
  })
})

test('registration goes on without the list', async () => {
  const LeakedPasswords = join(folder, 'missing.txt')
  const platform = await openTestPlatform('SQLite', { Security: { LeakedPasswords } })
  await register(platform, null, { username: 'Anna', password: leaked, cpassword: leaked }, device)
})
