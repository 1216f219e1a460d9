import { expect } from '@playwright/test'
import sharp from 'sharp'
import { complaintsOf, open, takeSession, test } from '../support/browser.ts'
import { give } from '../support/money.ts'
import { type Person, password, register, visitor } from '../support/person.ts'

const template = async (background: string, width = 585) => ({
  name: 'shirt.png',
  mimeType: 'image/png',
  buffer: await sharp({ create: { width, height: 559, channels: 3, background } })
    .png()
    .toBuffer(),
})

test('a shirt is created, approved with the keyboard alone, and appears in the catalog and the inventory', async ({
  page,
  product,
  signIn,
}) => {
  const complaints = complaintsOf(page)
  const maker = await signIn('Tailor')
  await give(product, 'Tailor', 40)
  await open(page, '/develop')
  await expect(page.getByText('Nothing yet. What you make above')).toBeVisible()
  for (const [name, background] of [
    ['First shirt', '#36a'],
    ['Second shirt', '#a63'],
    ['Third shirt', '#3a6'],
  ] as const) {
    await open(page, '/develop/create?type=11')
    await expect(page.getByText('Creating an item costs')).toBeVisible()
    if (name === 'First shirt') {
      await page.getByLabel('File').setInputFiles(await template(background, 300))
      await page.getByLabel('Name').fill(name)
      await page.getByRole('button', { name: 'Create', exact: true }).click()
      await expect(page.getByLabel('File')).toHaveAccessibleDescription(/^Clothing must be 585x559 pixels/)
      await expect(page.getByLabel('Name')).toHaveValue(name)
    }
    await page.getByLabel('File').setInputFiles(await template(background))
    await page.getByLabel('Name').fill(name)
    await page.getByLabel('Price').fill('2.5')
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await expect(page).toHaveURL(/\/catalog\/\d{9}\/\w+-shirt$/)
  }
  await open(page, '/develop')
  await expect(page.getByText('Waiting for approval')).toHaveCount(3)
  await expect(page.getByRole('listitem').filter({ hasText: 'Second shirt' })).toContainText(
    '2nd of 3 waiting',
  )

  const founder = visitor(product.baseUrl)
  await founder.post('/login', { username: 'Founder', password })
  await page.context().clearCookies()
  await takeSession(page.context(), founder, product.baseUrl)
  await page.clock.install()
  await open(page, '/admin/assets')
  const item = (name: string) => page.getByRole('article', { name })
  await expect(page.getByRole('main')).toContainText('3 wait, the first came')
  // The moderator has claimed no item yet, so the key claims the next ones.
  await page.keyboard.press('j')
  await expect(item('First shirt')).toBeFocused()
  await page.keyboard.press('j')
  await expect(item('Second shirt')).toBeFocused()
  await page.keyboard.press('k')
  // Any decision renews the moderator's claims.
  const renewed = page.waitForResponse(/\/admin\/assets\?\/keep$/)
  await page.clock.fastForward('04:00')
  expect((await renewed).status()).toBe(204)
  // A key decides only on a card that has the focus, not from a button in it, and not when shortcuts are switched off.
  const keys = page.getByRole('checkbox', { name: 'Keyboard shortcuts' })
  const undo = page.getByRole('button', { name: 'Undo approval of First shirt' })
  await item('First shirt').getByRole('button', { name: 'Put back' }).focus()
  await page.keyboard.press('a')
  await expect(undo).toBeHidden()
  await keys.uncheck()
  await item('First shirt').focus()
  await page.keyboard.press('a')
  await expect(undo).toBeHidden()
  await keys.check()
  await item('First shirt').focus()
  await page.keyboard.press('a')
  await expect(item('Second shirt')).toBeFocused()
  await undo.click()
  await expect(undo).toBeHidden()
  await item('First shirt').focus()
  await page.keyboard.press('a')
  await page.clock.fastForward(15_000)
  await expect(item('First shirt')).toHaveCount(0)
  await expect(item('Second shirt')).toBeFocused()
  await page.keyboard.press('l')
  await expect(item('Third shirt')).toBeFocused()
  await page.getByRole('button', { name: 'Take Second shirt' }).click()
  await expect(item('Second shirt')).toBeFocused()
  await page.keyboard.press('r')
  const reason = item('Second shirt').getByLabel('Reason to refuse')
  await expect(reason).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(reason).toHaveAccessibleDescription(/^Say why/)
  await reason.fill('Too orange')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(item('Second shirt')).toHaveCount(0)
  await expect(item('Third shirt')).toBeFocused()
  await page.keyboard.press('a')
  await expect(page.getByRole('button', { name: 'Undo approval of Third shirt' })).toBeVisible()
  // After leaving the page, the moderator can no longer undo the approval.
  await expect(async () => {
    await page.reload()
    await expect(page.getByText('Nothing waits for approval')).toBeVisible({ timeout: 1_000 })
  }).toPass()

  await page.context().clearCookies()
  await takeSession(page.context(), maker, product.baseUrl)
  await open(page, '/develop')
  await expect(page.getByText('In the catalog')).toHaveCount(2)
  await expect(page.getByText('Too orange')).toBeVisible()
  await open(page, '/inventory?type=11')
  await expect(page.getByRole('link', { name: 'Third shirt' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Second shirt' })).toHaveCount(0)

  await open(page, '/develop')
  await page.getByRole('link', { name: 'Appeal for Second shirt' }).click()
  await expect(page.getByRole('definition').filter({ hasText: 'Too orange' })).toBeVisible()
  await page.getByLabel('Why it should be shown').fill('It is amber')
  await page.getByRole('button', { name: 'Send appeal' }).click()
  await expect(page.getByText('Another moderator looks at it. You are told')).toBeVisible()

  // The moderator who refused an item cannot decide its appeal. Another one can.
  const helper = await register(product.baseUrl, 'Second_look')
  await founder.post('/admin/accounts/Second_look?/level', { permissionLevel: '4' })
  await page.context().clearCookies()
  await takeSession(page.context(), helper, product.baseUrl)
  await open(page, '/admin')
  await page.getByRole('link', { name: '1 item appeal is waiting for a decision' }).click()
  await page.getByLabel('Decision').selectOption('Grant: everybody sees it')
  await page.getByLabel('Answer').fill('Amber it is')
  await page.getByRole('button', { name: 'Decide' }).click()
  await expect(page.getByText('No appeal waits')).toBeVisible()

  // Taking an item down removes it from every wearer, so the dialog says how many there are.
  await maker.post('/character?/wear', { id: await idOf(maker, 'Third shirt') })
  await open(page, `/catalog/${await idOf(maker, 'Third shirt')}/Third-shirt/settings`)
  await page.getByLabel('Reason').fill('A copy')
  await page.getByRole('button', { name: 'Take it away' }).click()
  const question = page.getByRole('alertdialog', { name: 'Take “Third shirt” away from everybody?' })
  await expect(question).toContainText('Worn by one person, owned by one person.')
  await question.getByRole('button', { name: 'Take it away' }).click()
  await expect(page.getByRole('button', { name: 'Show it again' })).toBeVisible()
  const outfit = await fetch(`${product.baseUrl}/asset/characterfetch/Tailor`)
  expect(await outfit.text()).not.toContain('/asset?id=')

  await page.context().clearCookies()
  await takeSession(page.context(), maker, product.baseUrl)
  await open(page, '/notifications')
  await expect(page.getByText('“Third shirt” was taken out of the catalog: A copy')).toBeVisible()
  await expect(page.getByText('Your appeal for “Second shirt” was granted: Amber it is')).toBeVisible()
  // The browser also reports the refused form.
  expect(complaints.filter((complaint) => !complaint.includes('400'))).toEqual([])
})

async function idOf(maker: Person, name: string): Promise<string> {
  const { assets } = (await (await maker.get('/develop')).json()) as {
    assets: { id: number; name: string }[]
  }
  return String(assets.find((asset) => asset.name === name)?.id)
}

test('a group is made, joined and left', async ({ page, product, signIn }) => {
  const complaints = complaintsOf(page)
  const joiner = await register(product.baseUrl, 'Joiner')
  await signIn('Grouper')
  await give(product, 'Grouper', 5)
  await open(page, '/groups/create')
  await page.getByLabel('Name').fill('Night owls')
  await page.getByRole('button', { name: 'Create group' }).click()
  await expect(page).toHaveURL('/groups/Night%20owls')
  await expect(page.getByText('This group is yours')).toBeVisible()
  await open(page, '/groups/create')
  await expect(page.getByText('which is not enough')).toBeVisible()

  await page.context().clearCookies()
  await takeSession(page.context(), joiner, product.baseUrl)
  await open(page, '/groups?q=owl')
  await page.getByRole('link', { name: 'Night owls' }).click()
  await page.getByRole('button', { name: 'Join the group' }).click()
  await expect(page.getByText('2 members')).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Joiner' })).toBeVisible()
  await open(page, '/user/Joiner')
  await expect(page.getByRole('main').getByRole('link', { name: 'Night owls' })).toBeVisible()
  await open(page, '/groups/Night%20owls')
  await page.getByRole('button', { name: 'Leave the group' }).click()
  await expect(page.getByRole('button', { name: 'Join the group' })).toBeVisible()
  expect(complaints).toEqual([])
})

test('the stipend is claimed, and the time to the next one counts down', async ({ page, signIn }) => {
  const complaints = complaintsOf(page)
  await signIn('Pensioner')
  await open(page, '/economy')
  await page.getByRole('button', { name: 'Claim ◈10.000000' }).click()
  await expect(page.getByText('The next one is yours in')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Stipend' })).toContainText('10.000000')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Balance' })).toContainText('10')
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Save all as CSV' }).click()
  expect((await download).suggestedFilename()).toBe('transactions-Pensioner.csv')
  expect(complaints).toEqual([])
})
