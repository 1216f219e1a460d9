import { expect, type Page } from '@playwright/test'
import { complaintsOf, hydrated, open, test } from '../support/browser.ts'
import { makePlace } from '../support/game.ts'
import { give, unit } from '../support/money.ts'
import { password, register } from '../support/person.ts'
import { stock } from '../support/stock.ts'
import { textsIn } from '../support/texts.ts'

// The main journeys in German. They find everything by its text, as readers do. Other files follow the same journeys in English:
// arriving, people, creating, catalog, reports, notifications and moderation.
const locale = 'de'
const t = textsIn(locale)
const main = (page: Page) =>
  page.getByRole('navigation', { name: t('frame.main_navigation'), exact: true }).first()

test.use({ shares: true, locale })
let complaints: string[]

test.beforeEach(({ page }) => {
  complaints = complaintsOf(page)
})

// Browsers log a wrong password as a failed request, and the stocked hat has no file.
test.afterEach(() =>
  expect(complaints.filter((complaint) => !/status of 400|\/character\/hat\//.test(complaint))).toEqual([]),
)

test('a player registers, finds a game, sends a friend request, signs out and back in', async ({
  page,
  product,
}) => {
  const maker = await register(product.baseUrl, `Maker_${locale}`)
  await makePlace(maker, `Harbour ${locale}`)
  await open(page, '/')
  await page
    .getByRole('link', { name: t('frame.create_account') })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('entry.register'))
  await page.getByLabel(t('entry.username'), { exact: true }).fill(`Player_${locale}`)
  await page.getByLabel(t('entry.password'), { exact: true }).fill(password)
  await page.getByLabel(t('entry.password.again'), { exact: true }).fill(password)
  await page.getByRole('button', { name: t('entry.register.button'), exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    t('home.hello', { username: `Player_${locale}` }),
  )

  await main(page)
    .getByRole('link', { name: t('frame.games') })
    .click()
  await page
    .getByRole('link', { name: `Harbour ${locale}` })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Harbour ${locale}`)
  await expect(page.getByRole('button', { name: t('places.play.play') }).first()).toBeVisible()

  await open(page, `/user/Maker_${locale}`)
  await page.getByRole('button', { name: t('people.relation.add'), exact: true }).click()
  await expect(page.getByRole('button', { name: t('people.relation.cancel') })).toBeVisible()

  const menu = page.getByRole('button', {
    name: t('frame.account_menu', { username: `Player_${locale}` }),
  })
  await menu.click()
  await page.getByRole('button', { name: t('frame.sign_out') }).click()
  await page.waitForURL('**/login')
  await hydrated(page)
  await page.getByLabel(t('entry.username')).fill(`Player_${locale}`)
  await page.getByLabel(t('entry.password'), { exact: true }).fill('not the password')
  await page.getByRole('button', { name: t('entry.login.button'), exact: true }).click()
  await expect(page.getByText(t('refusals.accounts.credentials_invalid'))).toBeVisible()
  await page.getByLabel(t('entry.password'), { exact: true }).fill(password)
  await page.getByRole('button', { name: t('entry.login.button'), exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    t('home.hello', { username: `Player_${locale}` }),
  )
})

test('a creator makes a game and writes a post', async ({ page, signIn }) => {
  await signIn(`Creator_${locale}`)
  await open(page, '/games/create')
  await page.getByLabel(t('games.create.name'), { exact: true }).fill(`Tower ${locale}`)
  await page.getByRole('button', { name: t('games.create.submit'), exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Tower ${locale}`)
  await open(page, `/user/Creator_${locale}`)
  await page.getByLabel(t('people.posts.write'), { exact: true }).fill('My first tower')
  await page.getByRole('button', { name: t('people.posts.post'), exact: true }).click()
  await expect(page.getByText('My first tower', { exact: true })).toBeVisible()
})

test('a player buys an item, wears it and reports it', async ({ page, product, signIn }) => {
  const maker = `Hatter_${locale}`
  await register(product.baseUrl, maker)
  const name = `Bowler ${locale}`
  const [id] = await stock(product, maker, [{ name, price: 2.5 * unit }])
  await signIn(`Buyer_${locale}`)
  await give(product, `Buyer_${locale}`, 20)
  await open(page, `/catalog/${id}/x`)
  const price = page.getByRole('region', { name: t('catalog.buy.label'), exact: true })
  await expect(price).toContainText('17,5')
  await price.getByRole('button', { name: t('catalog.buy.submit'), exact: true }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('catalog.buy.submit') })
    .click()
  await expect(price).toContainText(t('catalog.buy.owned'))
  await price.getByRole('button', { name: t('dressing.item.wear'), exact: true }).click()
  await expect(price.getByRole('button', { name: t('dressing.item.take_off') })).toBeVisible()

  await page.getByRole('link', { name: t('catalog.item.report', { name }) }).click()
  await page.getByRole('button', { name: t('reports.new.submit'), exact: true }).click()
  const reason = page.getByLabel(t('reports.new.category'))
  await expect(reason).toHaveAccessibleDescription(t('refusals.reports.category_missing'))
  await reason.selectOption(t('reports.categories.stolen_work'))
  await page.getByRole('button', { name: t('reports.new.submit'), exact: true }).click()
  await expect(page.getByText(t('reports.new.done_title'), { exact: true })).toBeVisible()

  await open(page, '/character')
  await page.getByRole('button', { name: t('dressing.wardrobe.take_off', { name }) }).click()
  await page.getByRole('button', { name: t('dressing.undo'), exact: true }).click()
  await expect(page.getByRole('button', { name: t('dressing.wardrobe.take_off', { name }) })).toBeVisible()
})

test('a player sees the stipend, and notifications arrive in their language', async ({
  page,
  product,
  signIn,
}) => {
  await signIn(`Saver_${locale}`)
  await open(page, '/economy')
  await expect(page.getByRole('heading', { level: 2, name: t('money.stipend.title') })).toBeVisible()
  const follower = await register(product.baseUrl, `Fan_${locale}`)
  await follower.post(`/user/Saver_${locale}?/follow`)
  const sentence = `Fan_${locale} folgt dir jetzt`
  await expect(page.getByText(sentence).first()).toBeVisible()
  await open(page, '/notifications')
  await expect(page.getByRole('link', { name: sentence }).first()).toBeVisible()
})

test('a moderator bans a player', async ({ page, product, signInFounder }) => {
  const username = `Rude_${locale}`
  await register(product.baseUrl, username)
  await signInFounder()
  await open(page, '/admin/moderation')
  await page.getByLabel(t('moderation.form.username'), { exact: true }).fill(username)
  await page.getByLabel(t('moderation.form.type'), { exact: true }).selectOption(t('moderation.form.ban'))
  await page.getByLabel(t('moderation.form.days'), { exact: true }).fill('7')
  await page.getByLabel(t('moderation.form.reason'), { exact: true }).fill('Rude')
  await page.getByRole('button', { name: t('moderation.form.submit'), exact: true }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(t('moderation.ask.ban', { username, days: 7 }))
  await question.getByRole('button', { name: t('moderation.ask.ban_confirm'), exact: true }).click()
  await expect(page.getByText(t('moderation.form.done', { type: 'Ban', username }))).toBeVisible()
})
