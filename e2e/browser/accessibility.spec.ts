import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { breakTable } from '../support/broken-database.ts'
import { atRest, complaintsOf, open, test } from '../support/browser.ts'
import { upload } from '../support/game.ts'
import { register } from '../support/person.ts'
import { stock } from '../support/stock.ts'

const desktop = { width: 1280, height: 800 }
const phone = { width: 390, height: 844 }

/** The longest that people can write: what breaks a layout first. */
const longName = `${'Unbreakable'.repeat(8)} and 12 more`

// A living dot breathes for ever.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

/** Pages have no frames, whose results would be gathered in a page of their own: that takes as long as judging. */
const judgeOf = (page: Page) => new AxeBuilder({ page }).setLegacyMode()

async function expectNoFaults(page: Page, where: string, judge = judgeOf(page)) {
  await page.evaluate(atRest)
  const { violations } = await judge.analyze()
  const faults = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${where}: ${id} at ${target.join(' ')}: ${failureSummary}`),
  )
  expect(faults).toEqual([])
}

/** The device's light and dark, and high contrast, which people choose in their settings. */
async function expectNoFaultsInAnyTheme(page: Page) {
  // A theme changes colours and nothing else.
  const colours = () => judgeOf(page).withRules('color-contrast')
  await page.emulateMedia({ colorScheme: 'light' })
  await expectNoFaults(page, 'light')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectNoFaults(page, 'dark', colours())
  await page.evaluate("document.documentElement.dataset.theme = 'high-contrast'")
  await expectNoFaults(
    page,
    'high contrast',
    judgeOf(page).withRules(['color-contrast', 'color-contrast-enhanced']),
  )
}

async function expectToFitPhone(page: Page) {
  await page.setViewportSize(phone)
  const sideways = await page.evaluate(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  )
  expect(sideways, 'pixels that the page scrolls sideways on a phone').toBe(0)
}

/** All that is asked of every page, in whichever state it is. */
async function expectSound(page: Page) {
  await expectToFitPhone(page)
  await expectNoFaults(page, 'phone')
  await page.setViewportSize(desktop)
  await expectNoFaultsInAnyTheme(page)
}

test.describe('without an account', () => {
  for (const path of [
    '/',
    '/games',
    '/games?sort=rated',
    '/games?q=nothing%20like%20it',
    '/catalog?q=nothing%20like%20it',
    '/login',
    '/register',
    '/recover',
    '/recover/nothing',
  ]) {
    test(path, async ({ page }) => {
      const complaints = complaintsOf(page)
      expect((await open(page, path))?.status()).toBe(200)
      await expectSound(page)
      expect(complaints).toEqual([])
    })
  }
})

test('pages of somebody who makes games', async ({ page, ownPlace }) => {
  const complaints = complaintsOf(page)
  const { maker, place } = await ownPlace('a_very_long_username1', longName)
  await maker.post(`${place.path}/settings?/view`, { name: longName, description: 'x'.repeat(1000) })
  for (const path of ['/home', '/games', '/games/create', place.path, '/settings']) {
    await test.step(path, async () => {
      expect((await open(page, path))?.status()).toBe(200)
      await expectSound(page)
    })
  }
  expect(complaints).toEqual([])
})

test('one’s looks', async ({ page, signIn }) => {
  const complaints = complaintsOf(page)
  await signIn('a_very_long_username2')
  expect((await open(page, '/character'))?.status()).toBe(200)
  await expectSound(page)
  expect(complaints).toEqual([])
})

test('notifications: none, some read and some unread, and one that comes', async ({
  page,
  product,
  signIn,
}) => {
  const complaints = complaintsOf(page)
  const person = await signIn('Notified')
  await open(page, '/notifications')
  await expectSound(page)
  for (const name of ['a_very_long_follower_', 'Short_one']) {
    const follower = await register(product.baseUrl, name)
    await follower.post('/user/Notified?/follow')
    await follower.post('/user/Notified?/request')
  }
  await person.post('/notifications?/read', { id: '2' })
  await open(page, '/notifications')
  await expectSound(page)
  await (await register(product.baseUrl, 'Newcomer_1')).post('/user/Notified?/follow')
  await expect(page.getByRole('status').getByRole('link')).toBeVisible()
  await expectNoFaultsInAnyTheme(page)
  expect(complaints).toEqual([])
})

test('search: people who were found, nobody, and what is suggested while one types', async ({
  page,
  product,
  signIn,
}) => {
  test.setTimeout(120_000)
  const complaints = complaintsOf(page)
  await signIn('Searcher')
  for (const name of ['an_endless_username_x', 'An_other', 'Roman_1']) await register(product.baseUrl, name)
  for (const q of ['?q=an_', '?q=nobody_at_all']) {
    await test.step(`/search${q}`, async () => {
      expect((await open(page, `/search${q}`))?.status()).toBe(200)
      await expectSound(page)
    })
  }
  await open(page, '/games')
  await page.getByRole('combobox', { name: 'Search for people' }).fill('an_')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('option', { name: 'An_other' })).toBeVisible()
  await expectNoFaultsInAnyTheme(page)
  expect(complaints).toEqual([])
})

test('profiles: of oneself, of somebody who asks', async ({ page, ownPlace, product }) => {
  const complaints = complaintsOf(page)
  const { maker } = await ownPlace('another_long_username', longName)
  await maker.post('/settings?/profile', { description: 'x'.repeat(1000), theme: 'High contrast' })
  const asking = await register(product.baseUrl, 'Asking')
  await asking.post('/user/another_long_username?/follow')
  await asking.post('/user/another_long_username?/request')
  for (const path of ['/user/another_long_username', '/user/Asking']) {
    await test.step(path, async () => {
      expect((await open(page, path))?.status()).toBe(200)
      await expectSound(page)
    })
  }
  expect(complaints).toEqual([])
})

test('posts of oneself and of others, edited and removed; what of a styling is dropped', async ({
  page,
  signIn,
  product,
}) => {
  const complaints = complaintsOf(page)
  const author = await register(product.baseUrl, 'Long_writer')
  const reader = await signIn('Writing_reader')
  await reader.post('/user/long_writer?/follow')
  for (const person of [author, reader]) {
    const own = person === author ? 'Long_writer' : 'Writing_reader'
    const posted = await person.post(`/user/${own}?/post`, {
      content: `${'Unbreakable'.repeat(80)}\nand more`,
    })
    const id = posted.headers.get('location')?.split('#post-')[1] ?? ''
    await person.post(`/user/${own}?/editpost`, { id, content: `See ${product.baseUrl}/games\n\nnow` })
  }
  await author.post('/settings?/styling', { css: 'h2 { font-style: italic }' })
  for (const path of [
    '/home',
    '/user/long_writer',
    '/user/long_writer?styling=off',
    '/user/writing_reader',
  ]) {
    await test.step(path, async () => {
      expect((await open(page, path))?.status()).toBe(200)
      for (const closed of await page.locator('article details').all())
        await closed.locator('summary').click()
      await expectSound(page)
    })
  }
  await test.step('/settings', async () => {
    await open(page, '/settings')
    await page.getByLabel(/^CSS/).fill(`${'x'.repeat(200)}{} p{width:blue}`)
    await page.getByRole('button', { name: 'Preview' }).click()
    await expect(page.getByText('Not saved yet')).toBeVisible()
    await expectSound(page)
  })
  expect(complaints).toEqual([])
})

test('the profile of a friend who plays, and the question before it ends', async ({
  page,
  ownPlace,
  product,
}) => {
  const complaints = complaintsOf(page)
  const { maker, place } = await ownPlace('Befriended', longName)
  const friend = await register(product.baseUrl, 'a_very_long_friend_00')
  await friend.post('/user/Befriended?/request')
  await maker.post('/user/a_very_long_friend_00?/accept')
  const { ticket } = (await (await friend.post(`${place.path}?/join`)).json()) as { ticket: string }
  await fetch(`${product.baseUrl}/game/join?ticket=${ticket}`)
  expect((await open(page, '/user/a_very_long_friend_00'))?.status()).toBe(200)
  await expectSound(page)
  await page.getByRole('button', { name: 'Unfriend' }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await expectSound(page)
  expect(complaints).toEqual([])
})

test('lists of people, friends and requests, with and without anybody', async ({ page, signIn, product }) => {
  const complaints = complaintsOf(page)
  const star = await signIn('another_long_star_000')
  for (const name of ['a_very_long_follower1', 'a_very_long_follower2']) {
    const other = await register(product.baseUrl, name)
    await other.post('/user/another_long_star_000?/follow')
    await other.post('/user/another_long_star_000?/request')
  }
  await register(product.baseUrl, 'Shy')
  await star.post('/user/Shy?/request')
  for (const path of ['/user/another_long_star_000/followers', '/user/Shy/following', '/friends']) {
    await test.step(path, async () => {
      expect((await open(page, path))?.status()).toBe(200)
      await expectSound(page)
    })
  }
  expect(complaints).toEqual([])
})

test('administration', async ({ page, product, signInFounder }) => {
  test.setTimeout(120_000)
  const complaints = complaintsOf(page)
  const founder = await signInFounder()
  const reason = `Selling accounts. ${longName}`
  for (const [username, type] of [
    ['an_endless_culprit_01', 'Ban'],
    ['Careless', 'Warning'],
  ] as const) {
    await register(product.baseUrl, username)
    for (const days of ['1', '30'])
      await founder.post('/admin/moderation?/moderate', { username, type, reason, days })
  }
  const helper = await register(product.baseUrl, 'Helper')
  await founder.post('/admin/accounts/Helper?/level', { permissionLevel: '4' })
  const appealing = await register(product.baseUrl, 'Appealing')
  await helper.post('/admin/moderation?/moderate', { username: 'Appealing', type: 'Termination', reason })
  expect((await appealing.post('/moderation?/appeal', { text: reason })).status).toBe(200)
  const reporter = await register(product.baseUrl, 'Reporter')
  const report = {
    type: 'user',
    id: 'an_endless_culprit_01',
    category: 'Spam',
    note: longName,
    link: longName,
  }
  expect((await reporter.post('/report?/report', report)).status).toBe(200)
  const { reports } = (await (await founder.get('/admin/reports')).json()) as { reports: { id: string }[] }
  for (const path of [
    '/admin',
    '/admin/moderation',
    '/admin/accounts',
    '/admin/accounts/an_endless_culprit_01',
    '/admin/appeals',
    '/user/an_endless_culprit_01',
    '/admin/reports',
    '/admin/renders',
    '/admin/economy',
    `/admin/reports/${reports[0]?.id}`,
    '/report?type=user&id=an_endless_culprit_01',
  ]) {
    await test.step(path, async () => {
      expect((await open(page, path))?.status()).toBe(200)
      await expectSound(page)
    })
  }
  expect(complaints).toEqual([])
})

test('administration: what is said to everybody and to clients, and who did what', async ({
  page,
  signInFounder,
}) => {
  const complaints = complaintsOf(page)
  const founder = await signInFounder()
  for (const tone of ['Neutral', 'Positive', 'Warning', 'Danger'])
    await founder.post('/admin/banners?/create', { text: longName, tone, link: '/games' })
  await founder.post('/admin/flags?/set', { name: 'F'.repeat(100), value: longName })
  for (const path of ['/admin/banners', '/admin/audit', '/admin/flags']) {
    await test.step(path, async () => {
      expect((await open(page, path))?.status()).toBe(200)
      await expectSound(page)
    })
  }
  for (const { id } of ((await (await founder.get('/admin/banners')).json()) as { banners: { id: string }[] })
    .banners)
    await founder.post('/admin/banners?/delete', { id })
  expect(complaints).toEqual([])
})

test('what somebody sees who is moderated', async ({ page, signIn, signInFounder }) => {
  const complaints = complaintsOf(page)
  const founder = await signInFounder()
  await signIn('Culprit')
  const fields = { username: 'Culprit', reason: `Selling accounts. ${longName}`, days: '3' }
  for (const type of ['Warning', 'Ban']) {
    await founder.post('/admin/moderation?/moderate', { ...fields, type })
    await test.step(type, async () => {
      await open(page, '/home')
      await expect(page).toHaveURL('/moderation')
      await expectSound(page)
    })
  }
  expect(complaints).toEqual([])
})

test('the settings of a place, and what they open', async ({ page, ownPlace }) => {
  const complaints = complaintsOf(page)
  const { maker, place } = await ownPlace('Settler', longName)
  await maker.post(`${place.path}/settings?/privacy`, { privateServer: 'true' })
  await maker.post(`${place.path}/settings?/network`, { dedicated: 'on', maxPlayers: '10' })
  const picture = await sharp({ create: { width: 320, height: 180, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  for (const text of ['first', 'second']) {
    await upload({ maker, place }, Buffer.from(text))
    await maker.upload(`${place.path}/settings?/addthumbnail`, 'picture', new Blob([new Uint8Array(picture)]))
  }
  for (const path of [`${place.path}/settings`, place.path]) {
    await open(page, path)
    await expectSound(page)
  }
  await open(page, `${place.path}/settings`)
  await page.getByRole('button', { name: 'New ticket' }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await expectSound(page)
  expect(complaints).toEqual([])
})

test('a form that was refused, the menu of the account, a game that is being opened', async ({
  page,
  ownPlace,
}) => {
  const { place } = await ownPlace('Stater')
  await open(page, '/games/create')
  await page.getByRole('button', { name: 'Create game' }).click()
  await expect(page.getByLabel('Name')).toHaveAttribute('aria-invalid', 'true')
  await expectSound(page)

  await open(page, '/home')
  await page.getByRole('button', { name: 'Account of Stater' }).click()
  await expect(page.getByRole('button', { name: 'Sign out', exact: true })).toBeVisible()
  await expectSound(page)

  // Last: a browser that has been asked to open a client takes no clicks for a while.
  await open(page, place.path)
  await page.getByRole('button', { name: 'Play' }).click()
  await expect(page.getByRole('link', { name: 'Open the game' })).toBeVisible()
  await expectSound(page)
})

test('what is not there, and what is not for everybody', async ({ page, signIn, ownPlace }) => {
  const { place } = await ownPlace('Owner')
  await signIn('Stranger')
  const expected = [
    ['/nothing/here', 404, 'There is nothing here'],
    ['/place/1/Gone', 404, 'There is nothing here'],
    [`${place.path}/settings`, 403, 'This is not open to you'],
  ] as const
  for (const [path, status, title] of expected) {
    await test.step(`${status} ${path}`, async () => {
      expect((await open(page, path))?.status()).toBe(status)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
      await expectSound(page)
    })
  }
})

test('a page that fails says so, and how to report it', async ({ page, signIn, product }) => {
  await signIn('Unlucky')
  await breakTable(product, 'places', async () => {
    expect((await open(page, '/home'))?.status()).toBe(500)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Something went wrong')
    await expect(page.getByText(/If you report this, give the number [\w-]+/)).toBeVisible()
    await expectSound(page)
  })
})

test('when nothing works, there is still a page', async ({ page, product }) => {
  await breakTable(product, 'first_account', async () => {
    // No script of ours runs there.
    expect((await page.goto('/register'))?.status()).toBe(500)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Something went wrong on our side')
    await expect(page.getByRole('link', { name: 'Back to the start' })).toBeVisible()
    await expect(page.getByText('500', { exact: true }), 'its stylesheet is there').toHaveCSS(
      'font-weight',
      '700',
    )
    await expectToFitPhone(page)
    await expectNoFaultsInAnyTheme(page)
  })
})

test('creating, approval, groups, inventory and money: nothing yet, and the longest there is', async ({
  page,
  signInFounder,
}) => {
  test.setTimeout(240_000)
  const complaints = complaintsOf(page)
  const founder = await signInFounder()
  for (const path of ['/develop', '/develop/create', '/groups', '/groups/create', '/inventory', '/economy']) {
    await test.step(`${path}, nothing yet`, async () => {
      expect((await open(page, path))?.status()).toBe(200)
      await expectSound(page)
    })
  }
  await founder.post('/economy?/stipend')
  const name = 'Unbreakable_name_of_forty_characters____'
  expect((await founder.post('/groups/create', { name })).status).toBe(302)
  const hat = new Blob(['<roblox><Item class="Hat"/></roblox>'])
  const fields = {
    type: '8',
    name: 'Unbreakable'.repeat(4),
    description: 'x'.repeat(1000),
    price: '998.999999',
  }
  expect((await founder.upload('/develop/create', 'asset', hat, {}, fields)).status).toBe(302)
  for (const path of ['/develop', '/admin/assets', '/groups', `/groups/${name}`, '/inventory', '/economy']) {
    await test.step(path, async () => {
      expect((await open(page, path))?.status()).toBe(200)
      await expectSound(page)
    })
  }
  expect(complaints).toEqual([])
})

test('the catalog: the longest there is, owned and too dear, with comments; its settings', async ({
  page,
  product,
  signInFounder,
}) => {
  test.setTimeout(120_000)
  const complaints = complaintsOf(page)
  const maker = await register(product.baseUrl, 'another_long_hatmaker')
  const description = 'x'.repeat(1000)
  const [free, dear] = await stock(product.dataDirectory, 'another_long_hatmaker', [
    { name: 'Free hat', description },
    { name: 'Unbreakable'.repeat(4), description, price: 998_999_999, type: 11 },
  ])
  const founder = await signInFounder()
  const path = `/catalog/${free}/Free-hat`
  await founder.post(`${path}?/buy`)
  await founder.post(`${path}?/comment`, { content: longName })
  const { comments } = (await (await maker.get(path)).json()) as { comments: { id: string }[] }
  await maker.post(`${path}?/comment`, { content: longName, replyId: comments[0]?.id ?? '' })
  for (const address of [
    '/catalog',
    path,
    `/catalog/${dear}/${'Unbreakable'.repeat(4)}`,
    `${path}/settings`,
  ]) {
    await test.step(address, async () => {
      expect((await open(page, address))?.status()).toBe(200)
      await expectSound(page)
    })
  }
  expect(complaints).toEqual([])
})
