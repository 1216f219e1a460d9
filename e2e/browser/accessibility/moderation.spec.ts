import { expect } from '@playwright/test'
import { expectAccessible, expectAccessibleAt, longName } from '../../support/accessible.ts'
import { complaintsOf, open, test } from '../../support/browser.ts'
import { register } from '../../support/person.ts'

test.use({ shares: true })

test('the administration pages have no violations', async ({ page, product, signInFounder }) => {
  const complaints = complaintsOf(page)
  const founder = await signInFounder()
  const reason = `Selling accounts. ${longName}`
  for (const [username, type] of [
    ['an_endless_culprit_01', 'Ban'],
    ['Careless_long', 'Warning'],
  ] as const) {
    await register(product.baseUrl, username)
    for (const days of ['1', '30'])
      await founder.post('/admin/moderation?/moderate', { username, type, reason, days })
  }
  const helper = await register(product.baseUrl, 'Long_helper')
  await founder.post('/admin/accounts/Long_helper?/level', { permissionLevel: '4' })
  const appealing = await register(product.baseUrl, 'Appealing_long')
  await helper.post('/admin/moderation?/moderate', {
    username: 'Appealing_long',
    type: 'Termination',
    reason,
  })
  expect((await appealing.post('/moderation?/appeal', { text: reason })).status).toBe(200)
  const reporter = await register(product.baseUrl, 'Long_reporter')
  const report = {
    type: 'user',
    id: 'an_endless_culprit_01',
    category: 'Spam',
    note: longName,
    link: longName,
  }
  expect((await reporter.post('/report?/report', report)).status).toBe(200)
  const { reports } = (await (await founder.get('/admin/reports')).json()) as { reports: { id: string }[] }
  const location = (await reporter.post('/games/create', { name: longName.slice(0, 100) })).headers.get(
    'location',
  )
  const down = { visibility: 'Moderated', reason: `${reason} ${longName}`.slice(0, 300) }
  expect((await founder.post(`${location}/settings?/moderate`, down)).status).toBe(200)
  expect((await reporter.post(`${location}/settings?/appeal`, { text: longName })).status).toBe(200)
  await expectAccessibleAt(page, [
    '/admin',
    location ?? '',
    `${location}/settings`,
    '/admin/takedowns',
    '/admin/appeals?about=games',
    '/admin/moderation',
    '/admin/accounts',
    '/admin/accounts/an_endless_culprit_01',
    '/admin/appeals',
    '/user/an_endless_culprit_01',
    '/admin/reports',
    '/admin/renders',
    '/admin/servers',
    '/admin/economy',
    `/admin/reports/${reports[0]?.id}`,
    '/report?type=user&id=an_endless_culprit_01',
  ])
  expect(complaints).toEqual([])
})

test('banners, flags and the audit log have no violations', async ({ page, signInFounder }) => {
  const complaints = complaintsOf(page)
  const founder = await signInFounder()
  for (const tone of ['Neutral', 'Positive', 'Warning', 'Danger'])
    await founder.post('/admin/banners?/create', { text: longName, tone, link: '/games' })
  await founder.post('/admin/flags?/set', { name: 'F'.repeat(100), value: longName })
  const mint = await founder.post('/admin/mint', { username: 'Founder', amount: '1', note: longName })
  await founder.post('/admin/regkeys?/create', { uses: '100000', expires: '2099-12-31T23:59' })
  const place = await founder.post('/games/create', { name: longName })
  await expectAccessibleAt(page, [
    '/admin/banners',
    '/admin/regkeys',
    '/admin/mint',
    `/admin/servers/${/\d+/.exec(place.headers.get('location') ?? '')?.[0]}`,
    '/admin/audit',
    '/admin/client-calls',
    '/admin/flags',
    '/admin/webhooks',
    '/admin/flags/changes',
    '/admin/transactions',
    mint.headers.get('location') ?? '',
  ])
  for (const { id } of ((await (await founder.get('/admin/banners')).json()) as { banners: { id: string }[] })
    .banners)
    await founder.post('/admin/banners?/delete', { id })
  expect(complaints).toEqual([])
})

test('a moderated user’s page has no violations', async ({ page, signIn, signInFounder }) => {
  const complaints = complaintsOf(page)
  const founder = await signInFounder()
  await signIn('Long_culprit')
  const fields = { username: 'Long_culprit', reason: `Selling accounts. ${longName}`, days: '3' }
  for (const type of ['Warning', 'Ban']) {
    await founder.post('/admin/moderation?/moderate', { ...fields, type })
    await test.step(type, async () => {
      await open(page, '/home')
      await expect(page).toHaveURL('/moderation')
      await expectAccessible(page)
    })
  }
  expect(complaints).toEqual([])
})
