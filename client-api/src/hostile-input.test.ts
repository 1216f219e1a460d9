import { createSession } from '@baseplate/platform/sign-in/sessions/sessions'
import { device, registerPerson } from '@baseplate/platform/testing/people'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cases } from '../../tools/cases.ts'
import { startClientApi } from './testing/client-api.ts'
import { askerOf } from './testing/hostile.ts'

const names = ['Somebody', 'Somebody-body', 'nobody']

/** Hostile texts in place of a name or a number, as sent over the wire. */
const hostile = fc.oneof(
  { weight: 3, arbitrary: fc.string({ unit: 'grapheme', maxLength: 40 }).map(encode) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }).map(encode) },
  // Any text that a request line can hold, including meaningless percent signs.
  { weight: 3, arbitrary: fc.stringMatching(/^[\x21\x22\x24-\x7e]{0,40}$/) },
  fc
    .array(
      fc.constantFrom(
        '..',
        '.',
        '/',
        '\\',
        '%2e%2e',
        '%2f',
        '%5c',
        '%00',
        '%ff',
        'keys',
        'signing.pem',
        'avatars',
      ),
      {
        maxLength: 12,
      },
    )
    .map((parts) => parts.join('')),
  fc.constantFrom(
    '__proto__',
    'constructor',
    '%E0%A4%A',
    '-body',
    'a'.repeat(8_000),
    '%27%20or%201=1--',
    ';',
    '*',
  ),
  fc.constantFrom(...names),
)

function encode(text: string): string {
  return [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
}

async function start() {
  const { platform, baseUrl } = await startClientApi({ Flags: { FFlagOne: 'True' } })
  const user = await registerPerson(platform, 'Somebody')
  const token = await createSession(platform.db, user.id, device, platform.now())
  await platform.files.write(`avatars/${user.id}-head.png`, [Buffer.from('a head')], 100)
  return { ask: askerOf(baseUrl), platform, cookie: `session=${token}` }
}

/** Response of Hono's adapter to an invalid address, such as one with a backslash. */
const invalidAddress = [400, '']

/** Whether dots lead to the address of another endpoint, which has tests of its own. */
const leadsOut = (path: string, rest: string) => !new URL(path + rest, 'http://x').pathname.startsWith(path)

const runs = { numRuns: cases(60, 300) }

test.each([
  ['/asset/characterfetch/', 'User not found', /^http:\/\/[\w.:]+\/asset\/bodycolours\/Somebody\?$/],
  ['/asset/bodycolours/', 'User not found', /^<roblox [\s\S]*<\/roblox>\n$/],
  ['/api/avatar/', 'User not found', /^a head$|^\x89PNG/],
])('serves %s of a known user and refuses every other name', async (path, missing, found) => {
  const { ask } = await start()
  await fc.assert(
    fc.asyncProperty(hostile, hostile, async (name, query) => {
      const { status, body: text } = await ask(`${path}${name}?${query}`)
      if (leadsOut(path, name)) expect(status).toBeLessThan(500)
      else if (status === 200) expect(text).toMatch(found)
      else expect([status, text]).toBeOneOf([[404, missing], [404, 'Not found'], invalidAddress])
    }),
    runs,
  )
})

test('returns or refuses any id at /api/render/characterasset', async () => {
  const { ask, platform } = await start()
  const { baseUrl } = platform.config
  await fc.assert(
    fc.asyncProperty(fc.oneof(hostile, fc.nat().map(String)), async (id) => {
      const { status, body: text } = await ask(`/api/render/characterasset?id=${id}`)
      if (status !== 200) expect([status, text]).toBeOneOf([[400, 'Invalid Request'], invalidAddress])
      else
        expect(text).toMatch(new RegExp(`^${baseUrl}/api/render/character;${baseUrl}/asset\\?id=\\d{1,15}$`))
    }),
    runs,
  )
})

test.each(['/Setting/QuietGet/ClientAppSettings/', '/Setting/QuietGet/ClientSharedSettings/'])(
  'serves the flags at %s whatever follows',
  async (path) => {
    const { ask } = await start()
    await fc.assert(
      fc.asyncProperty(hostile, fc.constantFrom('GET', 'POST'), async (rest, method) => {
        const { status, body: text } = await ask(path + rest, method)
        if (leadsOut(path, rest)) expect(status).toBeLessThan(500)
        else if (status === 200) expect(text).toContain('"FFlagOne":"True"')
        else expect([status, text]).toEqual(invalidAddress)
      }),
      runs,
    )
  },
)

test('refuses screenshots whose bytes are not an image, whatever their type', async () => {
  const { ask, cookie } = await start()
  const types = ['image/png', 'multipart/form-data', 'multipart/form-data; boundary=x', '', 'text/plain']
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.uint8Array({ maxLength: 300 }),
        hostile.map((text) =>
          Buffer.from(
            `--x\r\nContent-Disposition: form-data; name="f"; filename="${text}"\r\n\r\n${text}\r\n--x--\r\n`,
          ),
        ),
      ),
      fc.constantFrom(...types),
      async (body, type) => {
        const headers = { cookie, 'Content-Type': type }
        const { status } = await ask('/UploadMedia/PostImage.aspx', 'POST', { headers, body })
        expect(status).toBe(400)
      },
    ),
    { numRuns: cases(30, 150) },
  )
})

test('treats any invalid session cookie as none', async () => {
  const { ask } = await start()
  await fc.assert(
    fc.asyncProperty(fc.stringMatching(/^[\x20-\x7e]{0,60}$/), async (value) => {
      const headers = { cookie: `session=${value}` }
      const { status } = await ask('/studio/uploadmedia/screenshot', 'POST', { headers })
      expect(status).toBe(401)
    }),
    runs,
  )
})
