import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { complaintsOf, open, takeSession, test } from '../support/browser.ts'
import { give } from '../support/money.ts'
import { type Person, password, register, visitor } from '../support/person.ts'
import type { Product } from '../support/processes.ts'

const template = async (background: string, width = 585) => ({
  name: 'shirt.png',
  mimeType: 'image/png',
  buffer: await sharp({ create: { width, height: 559, channels: 3, background } })
    .png()
    .toBuffer(),
})

const itemOn = (page: Page, name: string) => page.getByRole('article', { name })

async function idOf(maker: Person, name: string): Promise<string> {
  const { assets } = (await (await maker.get('/develop')).json()) as {
    assets: { id: number; name: string }[]
  }
  return String(assets.find((asset) => asset.name === name)?.id)
}

async function signInAs(page: Page, product: Product, person: Person): Promise<void> {
  await takeSession(page.context(), person, product.baseUrl)
}

/** Creates four shirts: the first on the page, after a refusal of its file. */
async function createShirts(page: Page, maker: Person): Promise<void> {
  await open(page, '/develop')
  await expect(page.getByText('No items yet.')).toBeVisible()
  await open(page, '/develop/create?type=11')
  await expect(page.getByText('Creating an item costs')).toBeVisible()
  await page.getByLabel('File').setInputFiles(await template('#36a', 300))
  await page.getByLabel('Name').fill('First shirt')
  await page.getByRole('button', { name: 'Create item' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Create item' }).click()
  await expect(page.getByLabel('File')).toHaveAccessibleDescription(/^Clothing must be 585 × 559 pixels/)
  await expect(page.getByLabel('Name')).toHaveValue('First shirt')
  await page.getByLabel('File').setInputFiles(await template('#36a'))
  await page.getByLabel('Price').fill('2.5')
  await page.getByRole('button', { name: 'Create item' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Create item' }).click()
  await expect(page).toHaveURL(/\/catalog\/\d{9}\/\w+-shirt$/)
  // The uploaded picture, until the item is rendered.
  const picture = page.locator('main img').first()
  await expect(picture).toHaveAttribute('src', /^\/develop\/\d{9}\/(picture\.png|thumbnail\.webp)/)
  await expect(picture).not.toHaveJSProperty('naturalWidth', 0)
  for (const [name, background] of [
    ['Second shirt', '#a63'],
    ['Third shirt', '#3a6'],
    ['Fourth shirt', '#63a'],
  ] as const) {
    const file = new Blob([new Uint8Array((await template(background)).buffer)])
    const answer = await maker.upload(
      '/develop/create',
      'asset',
      file,
      {},
      { type: '11', name, description: 'Sewn by hand', price: '2.5' },
    )
    expect(answer.status).toBe(302)
  }
  await open(page, '/develop')
  await expect(page.getByText('Waiting for approval', { exact: true })).toHaveCount(4)
  await expect(page.getByRole('listitem').filter({ hasText: 'Second shirt' })).toContainText(
    'Position 2 of 4 in the queue',
  )
}

/** Claims the waiting items with the keyboard, and expects that activity renews the claims. */
async function claimItems(page: Page): Promise<void> {
  await page.clock.install()
  await open(page, '/admin/assets')
  await expect(page.getByRole('main')).toContainText('4 items are waiting. The first arrived')
  // The moderator has claimed no item yet, so the key claims the next ones.
  await page.keyboard.press('j')
  await expect(itemOn(page, 'First shirt')).toBeFocused()
  await expect(
    itemOn(page, 'First shirt').getByRole('img', { name: 'First shirt on a figure' }),
  ).toBeVisible()
  await page.keyboard.press('j')
  await expect(itemOn(page, 'Second shirt')).toBeFocused()
  await page.keyboard.press('k')
  // Activity on the page renews the moderator's claims.
  const renewed = page.waitForResponse(/\/admin\/assets\?\/keep$/)
  await page.clock.fastForward('04:00')
  expect((await renewed).status()).toBe(204)
}

/** Approves the first and the fourth shirt with their key, after checking where the key has no effect, and an undo. */
async function approveTwo(page: Page): Promise<void> {
  // A key decides only on a card that has the focus, not from a button in it, and not when shortcuts are switched off.
  const keys = page.getByRole('checkbox', { name: 'Keyboard shortcuts' })
  const undo = page.getByRole('button', { name: 'Undo approval of First shirt' })
  await itemOn(page, 'First shirt').getByRole('button', { name: 'Release' }).focus()
  await page.keyboard.press('a')
  await expect(undo).toBeHidden()
  await keys.uncheck()
  await itemOn(page, 'First shirt').focus()
  await page.keyboard.press('a')
  await expect(undo).toBeHidden()
  await keys.check()
  await itemOn(page, 'First shirt').focus()
  await page.keyboard.press('a')
  await expect(itemOn(page, 'Second shirt')).toBeFocused()
  await undo.click()
  await expect(undo).toBeHidden()
  await itemOn(page, 'First shirt').focus()
  await page.keyboard.press('a')
  await page.clock.fastForward(6_000)
  await itemOn(page, 'Fourth shirt').focus()
  await page.keyboard.press('a')
  await expect(page.getByRole('button', { name: 'Undo approval of Fourth shirt' })).toBeVisible()
  await page.clock.fastForward(6_500)
  await expect(itemOn(page, 'First shirt')).toHaveCount(0)
  // The time to undo an approval does not depend on the approval before it.
  await page.clock.fastForward(6_000)
  await expect(itemOn(page, 'Fourth shirt')).toHaveCount(0)
  await itemOn(page, 'Second shirt').focus()
}

/** Refuses the second shirt with a reason, and approves the third. */
async function decideOthers(page: Page): Promise<void> {
  await page.keyboard.press('l')
  await expect(itemOn(page, 'Third shirt')).toBeFocused()
  await page.getByRole('button', { name: 'Claim Second shirt' }).click()
  await expect(itemOn(page, 'Second shirt')).toBeFocused()
  await page.keyboard.press('r')
  const reason = itemOn(page, 'Second shirt').getByLabel('Reason for rejection')
  await expect(reason).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(reason).toHaveAccessibleDescription(/^Enter a reason/)
  await reason.fill('Too orange')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(itemOn(page, 'Second shirt')).toHaveCount(0)
  await expect(itemOn(page, 'Third shirt')).toBeFocused()
  await page.keyboard.press('a')
  await expect(page.getByRole('button', { name: 'Undo approval of Third shirt' })).toBeVisible()
  // After leaving the page, the moderator can no longer undo the approval.
  await expect(async () => {
    await page.reload()
    await expect(page.getByText('No items are waiting for approval')).toBeVisible({ timeout: 1_000 })
  }).toPass()
}

/** Expects the decisions on the pages of the maker. */
async function expectDecisions(page: Page): Promise<void> {
  await open(page, '/develop')
  await expect(page.getByText('In the catalog')).toHaveCount(3)
  await expect(page.getByText('Too orange')).toBeVisible()
  await open(page, '/notifications')
  const approval = page.getByRole('listitem').filter({ hasText: '“Third shirt” was approved' })
  await expect(approval.locator('img')).not.toHaveJSProperty('naturalWidth', 0)
  await open(page, '/inventory?type=11')
  await expect(page.getByRole('link', { name: 'Third shirt' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Second shirt' })).toHaveCount(0)
}

/** Opens the form for the second shirt again, with everything that was typed before. */
async function trySecondAgain(page: Page): Promise<void> {
  await open(page, '/develop')
  await page.getByRole('link', { name: 'Try again with Second shirt' }).click()
  await expect(page.getByLabel('Name')).toHaveValue('Second shirt')
  await expect(page.getByLabel('Description')).toHaveValue('Sewn by hand')
  await expect(page.getByLabel('Price')).toHaveValue('2.5')
  await expect(page.getByLabel('Type')).toHaveValue('11')
}

/** Appeals the refusal of the second shirt. */
async function appealSecond(page: Page): Promise<void> {
  await open(page, '/develop')
  await page.getByRole('link', { name: 'Appeal the decision on Second shirt' }).click()
  await expect(page.getByRole('definition').filter({ hasText: 'Too orange' })).toBeVisible()
  await page.getByLabel('Why should players see this item?').fill('It is amber')
  await page.getByRole('button', { name: 'Send appeal' }).click()
  await expect(page.getByText('Another moderator will review the appeal')).toBeVisible()
}

/** Grants the appeal as another moderator. */
async function grantAppeal(page: Page, product: Product, founder: Person): Promise<void> {
  // The moderator who refused an item cannot decide its appeal. Another one can.
  const helper = await register(product.baseUrl, 'Second_look')
  await founder.post('/admin/accounts/Second_look?/level', { permissionLevel: '4' })
  await signInAs(page, product, helper)
  await open(page, '/admin')
  await page.getByRole('link', { name: '1 item appeal waiting for a decision' }).click()
  await page.getByLabel('Decision').selectOption('Grant: show the item')
  await page.getByLabel('Answer').fill('Amber it is')
  await page.getByRole('button', { name: 'Decide' }).click()
  await expect(page.getByText('No open appeals')).toBeVisible()
  await expect(page).toHaveURL(/[?&]about=items$/)
}

/** Takes down the third shirt, which its maker wears. */
async function takeDownThird(page: Page, product: Product, maker: Person): Promise<void> {
  // Taking an item down removes it from every wearer, so the dialog says how many there are.
  await maker.post('/character?/wear', { id: await idOf(maker, 'Third shirt') })
  await open(page, `/catalog/${await idOf(maker, 'Third shirt')}/Third-shirt/settings`)
  await page.getByLabel('Reason').fill('A copy')
  await page.getByRole('button', { name: 'Take down' }).click()
  const question = page.getByRole('alertdialog', { name: 'Take down “Third shirt”?' })
  await expect(question).toContainText('1 player wears this item and 1 player owns it.')
  await question.getByRole('button', { name: 'Take down' }).click()
  await expect(page.getByText('Item taken down')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Restore' })).toBeVisible()
  const outfit = await fetch(`${product.baseUrl}/asset/characterfetch/Tailor`)
  expect(await outfit.text()).not.toContain('/asset?id=')
}

test('a shirt is created, approved with single keys, and appears in the catalog and the inventory', async ({
  page,
  product,
  signIn,
}) => {
  const complaints = complaintsOf(page)
  const maker = await signIn('Tailor')
  await give(product, 'Tailor', 40)
  await createShirts(page, maker)

  const founder = visitor(product.baseUrl)
  await founder.post('/login', { username: 'Founder', password })
  await signInAs(page, product, founder)
  await claimItems(page)
  await approveTwo(page)
  await decideOthers(page)

  await signInAs(page, product, maker)
  await expectDecisions(page)
  await trySecondAgain(page)
  await appealSecond(page)
  await grantAppeal(page, product, founder)
  await takeDownThird(page, product, maker)

  await signInAs(page, product, maker)
  await open(page, '/notifications')
  await expect(page.getByText('“Third shirt” was taken down: A copy')).toBeVisible()
  await expect(page.getByText('Your appeal for “Second shirt” was granted: Amber it is')).toBeVisible()
  // The browser also reports the refused form.
  expect(complaints.filter((complaint) => !complaint.includes('400'))).toEqual([])
})
