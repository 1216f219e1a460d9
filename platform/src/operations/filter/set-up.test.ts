import { expect, test } from 'vitest'
import { viewAudit } from '../../moderation/audit/view.ts'
import { useSession } from '../../sign-in/sessions/sessions.ts'
import { errorsOf } from '../../testing/errors.ts'
import { openTestPlatform } from '../../testing/platforms.ts'
import { listsToOffer, setUp } from './set-up.ts'
import { asksForWords } from './view.ts'

const account = { username: 'Founder', password: 'a long passphrase', cpassword: 'a long passphrase' }
const device = { address: '127.0.0.1', userAgent: 'Test' }

/** Sets a platform up, and returns its first administrator. */
async function start(fields: object, config = {}) {
  const platform = await openTestPlatform('SQLite', config)
  const token = await setUp(platform, null, { ...account, ...fields }, device)
  const session = await useSession(platform, token)
  if (!session) throw new Error('nobody is signed in')
  return { platform, founder: session.actor }
}

test('the first administrator chooses starter lists with the account', async () => {
  const { platform, founder } = await start({ lists: 'en' })
  expect(founder.permissionLevel).toBe(5)
  expect(platform.filterText('fuck, Hurensöhne')).toBe('####, Hurensöhne')
  expect(await asksForWords(platform, founder)).toBe(false)
  expect((await viewAudit(platform, founder, { action: 'changefilter' })).entries).toHaveLength(1)
})

test.each([{}, { lists: '' }])(
  'a set-up without lists leaves the question to the home page',
  async (fields) => {
    const { platform, founder } = await start(fields)
    expect(platform.filterText('fuck')).toBe('fuck')
    expect(await asksForWords(platform, founder)).toBe(true)
  },
)

test('an unknown list is refused before there is an account', async () => {
  const platform = await openTestPlatform('SQLite')
  const first = setUp(platform, null, { ...account, lists: 'en,xx' }, device)
  expect(await errorsOf(first)).toHaveProperty('lists')
  await expect(setUp(platform, null, account, device)).resolves.toEqual(expect.any(String))
})

test('offers no lists where the configuration has words', async () => {
  expect(listsToOffer(await openTestPlatform('SQLite'))).toEqual(['en', 'de'])
  const configured = await openTestPlatform('SQLite', { Filtering: { Words: ['darn'] } })
  expect(listsToOffer(configured)).toEqual([])
})
