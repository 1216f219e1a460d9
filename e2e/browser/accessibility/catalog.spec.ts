import { expect } from '@playwright/test'
import { expectAccessibleAt, longName } from '../../support/accessible.ts'
import { complaintsOf, test } from '../../support/browser.ts'
import { register, signIn as signInAt } from '../../support/person.ts'
import { stock } from '../../support/stock.ts'

test.use({ shares: true })

test('creating, approval, groups, inventory and money have no violations when empty and with the longest texts', async ({
  page,
  product,
  signIn,
}) => {
  const complaints = complaintsOf(page)
  const reviewer = await signIn('a_long_reviewer_00000')
  const founder = await signInAt(product.baseUrl, 'Founder')
  await founder.post('/admin/accounts/a_long_reviewer_00000?/level', { permissionLevel: '4' })
  await expectAccessibleAt(page, [
    '/develop',
    '/develop/create',
    '/groups',
    '/groups/create',
    '/inventory',
    '/economy',
  ])
  await reviewer.post('/economy?/stipend')
  const name = 'Unbreakable_name_of_forty_characters____'
  expect((await reviewer.post('/groups/create', { name })).status).toBe(302)
  await reviewer.post(`/groups/${name}/settings?/view`, { description: 'x'.repeat(1000) })
  await reviewer.post(`/groups/${name}?/comment`, { content: longName })
  const hat = new Blob(['<roblox><Item class="Hat"/></roblox>'])
  const fields = {
    type: '8',
    name: 'Unbreakable'.repeat(4),
    description: 'x'.repeat(1000),
    price: '998.999999',
  }
  expect((await reviewer.upload('/develop/create', 'asset', hat, {}, fields)).status).toBe(302)
  const maker = await register(product.baseUrl, 'another_long_tailor_0')
  const pending = { description: 'x'.repeat(1000), visibility: 'Pending', type: 10 } as const
  const [taken = 0, , refused = 0] = await stock(product, 'another_long_tailor_0', [
    { name: 'Unbreakable'.repeat(4), ...pending },
    { name: 'Breakable'.repeat(5), ...pending },
    { name: 'Refused hat', ...pending },
  ])
  await reviewer.post('/admin/assets?/claim', { id: String(taken) })
  await reviewer.post('/admin/assets?/refuse', { id: String(refused), reason: longName })
  const settings = `/catalog/${refused}/Refused-hat/settings`
  expect((await maker.post(`${settings}?/appeal`, { text: longName })).status).toBe(200)
  await expectAccessibleAt(page, [
    '/admin/appeals?about=items',
    settings,
    '/develop',
    '/admin/assets',
    '/groups',
    `/groups/${name}`,
    `/groups/${name}/settings`,
    '/inventory',
    '/economy',
  ])
  expect(complaints).toEqual([])
})

test('the catalog has no violations with the longest texts, comments, owned and unaffordable items, and settings', async ({
  page,
  product,
  signInFounder,
}) => {
  const complaints = complaintsOf(page)
  const maker = await register(product.baseUrl, 'another_long_hatmaker')
  const description = 'x'.repeat(1000)
  const [free, dear] = await stock(product, 'another_long_hatmaker', [
    { name: 'Free hat', description },
    { name: 'Unbreakable'.repeat(4), description, price: 998_999_999, type: 11 },
  ])
  const founder = await signInFounder()
  const path = `/catalog/${free}/Free-hat`
  await founder.post(`${path}?/buy`)
  await founder.post(`${path}?/comment`, { content: longName })
  const { comments } = (await (await maker.get(path)).json()) as { comments: { id: string }[] }
  await maker.post(`${path}?/comment`, { content: longName, replyId: comments[0]?.id ?? '' })
  await expectAccessibleAt(page, [
    '/catalog',
    path,
    `/catalog/${dear}/${'Unbreakable'.repeat(4)}`,
    `${path}/settings`,
  ])
  expect(complaints).toEqual([])
})
