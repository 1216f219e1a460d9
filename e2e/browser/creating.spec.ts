import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { complaintsOf, open, takeSession, test } from '../support/browser.ts'
import { makePlace } from '../support/game.ts'
import { give, unit } from '../support/money.ts'
import { register } from '../support/person.ts'
import { withDatabase } from '../support/stock.ts'

test.use({ shares: true })

/** Adds a game on the settings page of a group, from the group's page. */
async function addToGroup(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name: 'Add a game' }).click()
  await page.getByRole('combobox', { name: 'Game' }).selectOption(name)
  await page.getByRole('button', { name: 'Add to the group' }).click()
  await expect(page.getByRole('button', { name: `Remove ${name}` })).toBeVisible()
}

test('a group is made, described, joined, written on and left', async ({ page, product, signIn }) => {
  const complaints = complaintsOf(page)
  const joiner = await register(product.baseUrl, 'Joiner')
  const owner = await signIn('Grouper')
  await makePlace(owner, 'Owl forest')
  await give(product, 'Grouper', 5)
  await open(page, '/groups/create')
  await page.getByLabel('Name').fill('Night owls')
  await page.getByRole('button', { name: 'Create group' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Create group' }).click()
  await expect(page.getByRole('status').getByText('Group created')).toBeVisible()
  await expect(page).toHaveURL('/groups/Night%20owls')
  const settings = '/groups/Night%20owls/settings'
  await addToGroup(page, 'Owl forest')
  await page.getByRole('textbox', { name: 'Description' }).fill('We meet at midnight')
  const shape = { width: 64, height: 64, channels: 3, background: '#a63' } as const
  const buffer = await sharp({ create: shape }).png().toBuffer()
  await page.getByLabel(/^Icon/).setInputFiles({ name: 'owl.png', mimeType: 'image/png', buffer })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('button', { name: 'Remove icon' })).toBeVisible()
  await page.getByLabel('Members can add their games').check()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(async () => (await owner.get(settings)).json()).toMatchObject({ memberGames: true })
  await open(page, '/groups/create')
  await expect(page.getByText('which isn’t enough')).toBeVisible()

  await takeSession(page.context(), joiner, product.baseUrl)
  await open(page, '/groups?q=owl')
  await page.getByRole('link', { name: 'Night owls' }).click()
  await page.getByRole('button', { name: 'Join group' }).click()
  await expect(page.getByText('2 members')).toBeVisible()
  await expect(page.getByText('We meet at midnight')).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Owl forest' })).toBeVisible()
  const icon = page.locator('main img').first()
  await expect(icon).toHaveAttribute('src', /icon-[0-9a-f]{16}\.avif$/)
  await expect(icon).toHaveJSProperty('naturalWidth', 270)
  await page.getByLabel('Write something to the group').fill('Hoot')
  await page.getByRole('button', { name: 'Post', exact: true }).click()
  await expect(page.getByRole('article').filter({ hasText: 'Hoot' })).toBeVisible()
  await makePlace(joiner, 'Owl nest')
  await addToGroup(page, 'Owl nest')
  await page.getByRole('link', { name: 'Back to the group' }).click()
  await expect(page.getByRole('main').getByRole('link', { name: 'Owl nest' })).toBeVisible()
  await expect(
    page.getByRole('region', { name: 'Members' }).getByRole('link', { name: 'Joiner' }),
  ).toBeVisible()
  await open(page, '/user/Joiner')
  await expect(page.getByRole('main').getByRole('link', { name: 'Night owls' })).toBeVisible()
  await open(page, '/groups/Night%20owls')
  await page.getByRole('button', { name: 'Leave group' }).click()
  await expect(page.getByRole('button', { name: 'Join group' })).toBeVisible()
  await expect(page.getByLabel('Write something to the group')).toBeHidden()

  await takeSession(page.context(), owner, product.baseUrl)
  await open(page, '/groups/Night%20owls')
  await page.getByRole('button', { name: 'Delete the comment by Joiner' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Hoot')).toBeHidden()
  expect(complaints).toEqual([])
})

/** A clothing template in a colour, as a chosen file. */
const shirt = async (name: string, background: string, width = 585) => ({
  name,
  mimeType: 'image/png',
  buffer: await sharp({ create: { width, height: 559, channels: 3, background } })
    .png()
    .toBuffer(),
})

test('a chosen file is shown on the maker’s own figure before it is uploaded', async ({ page, signIn }) => {
  const complaints = complaintsOf(page)
  const maker = await signIn('Shirt_maker')
  await open(page, '/develop/create?type=11')
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview.getByText('Choose a file to see it on your avatar')).toBeVisible()
  await page.getByLabel('File').setInputFiles(await shirt('narrow.png', '#36a', 300))
  await expect(preview.getByText('This picture is 300 × 559 pixels')).toBeVisible()
  const figure = preview.getByRole('img', { name: '3D preview of your avatar' })
  await expect(figure.locator('canvas')).toBeVisible()
  const bare = (await figure.screenshot()).toString('base64')
  await page.getByLabel('File').setInputFiles(await shirt('blue.png', '#06f'))
  await expect(preview.getByText('This picture is')).toBeHidden()
  await expect.poll(async () => (await figure.screenshot()).toString('base64')).not.toBe(bare)
  await page.getByLabel('Type').selectOption('Decal')
  await expect(preview.getByRole('img', { name: 'Preview of the picture' })).toBeVisible()
  await page.getByLabel('Type').selectOption('Model')
  await expect(preview.getByText('This isn’t an XML model file')).toBeVisible()
  const house = await maker.get('/develop/templates/10', '*/*')
  await page.getByLabel('File').setInputFiles({
    name: 'house.rbxmx',
    mimeType: 'application/xml',
    buffer: Buffer.from(await house.bytes()),
  })
  const model = preview.getByRole('img', { name: '3D preview of the model' })
  await expect(model.locator('canvas')).toBeVisible()
  await preview.getByRole('button', { name: 'Turn right' }).click()
  await expect(preview.getByText('This isn’t an XML model file')).toBeHidden()
  // The browser reports the refused model.
  expect(complaints.filter((complaint) => !complaint.includes('/develop/create/model'))).toEqual([])
})

test('a draft is saved, continued with its file, and kept when the balance is too low', async ({
  page,
  signIn,
}) => {
  const complaints = complaintsOf(page)
  await signIn('Drafter')
  await open(page, '/develop/create?type=11')
  const preview = page.getByRole('region', { name: 'Preview' })
  await page.getByLabel('File').setInputFiles(await shirt('blue.png', '#06f'))
  await page.getByRole('textbox', { name: 'Description' }).fill('Blue')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page).toHaveURL('/develop')
  const drafts = page.getByRole('region', { name: 'Drafts' })
  await expect(drafts.getByRole('listitem')).toContainText('Untitled')
  await drafts.getByRole('link', { name: 'Continue with Untitled' }).click()
  await expect(page.getByRole('textbox', { name: 'Description' })).toHaveValue('Blue')
  await expect(page.getByText('Kept with the draft')).toBeVisible()
  await expect(preview.getByText('Choose a file')).toBeHidden()
  await page.getByRole('textbox', { name: 'Name' }).fill('Ocean shirt')
  await page.getByRole('button', { name: 'Create item' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Create item' }).click()
  await expect(page.getByText('Your item is saved as a draft')).toBeVisible()
  await page.getByRole('link', { name: 'Show drafts' }).click()
  await expect(drafts.getByRole('listitem')).toHaveCount(1)
  await drafts.getByRole('button', { name: 'Delete the draft Ocean shirt' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete draft' }).click()
  await expect(drafts).toBeHidden()
  // The browser reports the refused creation.
  expect(complaints.filter((complaint) => !complaint.includes('400'))).toEqual([])
})

test('several files become an item each, and a failure stays with its row', async ({
  page,
  product,
  signIn,
}) => {
  const maker = await signIn('Stitcher')
  await give(product, 'Stitcher', 20)
  await open(page, '/develop/create?type=11')
  const files = [
    await shirt('red_shirt.png', '#a33'),
    await shirt('too narrow.png', '#3a3', 300),
    await shirt('blue-shirt.png', '#33a'),
  ]
  await page.getByLabel('File').setInputFiles(files)
  await expect(page.getByRole('heading', { name: '3 files' })).toBeVisible()
  const rows = page.getByRole('main').locator('form li')
  const confirmed = page.getByRole('alertdialog').getByRole('button', { name: /^Create \d+ items?$/ })
  await expect(rows.nth(0).getByLabel('Name')).toHaveValue('red shirt')
  await rows.nth(2).getByLabel('Price').fill('2.5')
  await page.getByRole('button', { name: 'Create 3 items for ◈ 22.5' }).click()
  await confirmed.click()
  await expect(rows.nth(0).getByText('Created')).toBeVisible()
  await expect(rows.nth(2).getByText('Created')).toBeVisible()
  await expect(rows.nth(1)).toContainText('Clothing must be 585 × 559 pixels')
  await page.getByRole('button', { name: 'Create 1 item for ◈ 7.5' }).click()
  await confirmed.click()
  await expect(rows.nth(1)).toContainText('Clothing must be 585 × 559 pixels')
  const { assets } = (await (await maker.get('/develop')).json()) as {
    assets: { name: string; price: number }[]
  }
  expect(assets.map(({ name, price }) => [name, price]).toSorted()).toEqual([
    ['blue shirt', 2.5 * unit],
    ['red shirt', 0],
  ])

  await open(page, '/develop/create?type=11')
  await page
    .getByLabel('File')
    .setInputFiles([await shirt('green.png', '#3a3'), await shirt('white.png', '#fff')])
  await expect(page.getByText('which isn’t enough')).toHaveCount(2)
  await page.getByRole('button', { name: 'Create 2 items' }).click()
  await confirmed.click()
  await expect(rows.nth(0)).toContainText('Not enough money. Saved as a draft.')
  await expect(page.getByText('You don’t have enough money for 2 items.')).toBeVisible()
  await page.getByRole('link', { name: 'Show drafts' }).click()
  await expect(page.getByRole('region', { name: 'Drafts' }).getByRole('listitem')).toHaveCount(2)
})

test('the stipend is claimed, and the time to the next one counts down', async ({ page, signIn }) => {
  const complaints = complaintsOf(page)
  await signIn('Pensioner')
  await open(page, '/economy')
  await page.getByRole('button', { name: 'Claim ◈ 10' }).click()
  await expect(page.getByText('You can claim again in')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Stipend' })).toContainText(/\+\s*◈\s*10$/)
  await expect(page.getByRole('banner').getByRole('link', { name: 'Balance' })).toContainText('10')
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download CSV' }).click()
  expect((await download).suggestedFilename()).toBe('transactions-Pensioner.csv')
  expect(complaints).toEqual([])
})

test('the page of a new item shows the figure that wears it as soon as it is rendered', async ({
  page,
  product,
  signIn,
}) => {
  await signIn('Impatient')
  await give(product, 'Impatient', 20)
  await open(page, '/develop/create?type=11')
  await page.getByLabel('File').setInputFiles(await shirt('sea.png', '#06a'))
  await page.getByRole('textbox', { name: 'Name' }).fill('Sea shirt')
  await page.getByRole('button', { name: 'Create item' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Create item' }).click()
  await expect(page.getByRole('heading', { name: 'Sea shirt' })).toBeVisible()
  const picture = page.getByRole('main').locator('img').first()
  await expect(picture).toHaveAttribute('src', /picture\.png/)
  const drawn = '0123456789abcdef'
  await withDatabase(product, (db) =>
    db.updateTable('assets').set({ thumbnail: drawn }).where('name', '=', 'Sea shirt').execute(),
  )
  await expect(picture).toHaveAttribute('src', new RegExp(`thumbnail.webp\\?v=${drawn}`))
})
