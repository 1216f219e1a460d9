import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { complaintsOf, open, test } from '../support/browser.ts'
import { makePlace, upload } from '../support/game.ts'
import { register, visitor } from '../support/person.ts'
import { PlainPage } from '../support/plain-page.ts'

test.use({ shares: true })

const picture = async (name: string, background: string, width = 640) => ({
  name,
  mimeType: 'image/png',
  buffer: await sharp({ create: { width, height: 360, channels: 3, background } })
    .png()
    .toBuffer(),
})

const vote = (page: Page, name: 'Like' | 'Dislike') =>
  page.getByRole('group', { name: 'Your vote' }).getByRole('button', { name: new RegExp(`^${name} `) })

async function expectVotes(page: Page, likes: string, dislikes: string, pressed: string[]) {
  await expect(vote(page, 'Like')).toHaveText(/Like\s+\d/)
  await expect(vote(page, 'Like')).toContainText(likes)
  await expect(vote(page, 'Dislike')).toContainText(dislikes)
  for (const name of ['Like', 'Dislike'] as const) {
    await expect(vote(page, name)).toHaveAttribute('aria-pressed', String(pressed.includes(name)))
  }
}

test('votes by mouse and keyboard count once, can be taken back and changed, and appear in the list', async ({
  page,
  product,
  ownPlace,
}) => {
  const complaints = complaintsOf(page)
  const { place } = await ownPlace('Voted_on', 'Voting booth')
  const other = await register(product.baseUrl, 'Votes_too')
  await other.post(`${place.path}?/dislike`)
  await open(page, place.path)
  await expectVotes(page, '0', '1', [])
  await vote(page, 'Like').click()
  await expectVotes(page, '1', '1', ['Like'])
  // Moves with a key, because a page with a pending vote restores the focus after any other move.
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expectVotes(page, '0', '2', ['Dislike'])
  await expect(vote(page, 'Dislike')).toBeFocused()
  await page.keyboard.press('Space')
  await expectVotes(page, '0', '1', [])
  // However quickly the buttons are pressed, the last press counts.
  await page.route('**/place/**', async (route) => {
    if (route.request().method() === 'POST') await new Promise((later) => setTimeout(later, 300))
    await route.continue()
  })
  await vote(page, 'Like').click()
  await vote(page, 'Dislike').click()
  await expectVotes(page, '0', '2', ['Dislike'])
  const settled = async () =>
    (await (await other.get(place.path)).json()) as { likeCount: number; dislikeCount: number }
  // The page shows a vote before it is sent. A user who leaves earlier has not voted.
  await expect.poll(settled).toMatchObject({ likeCount: 0, dislikeCount: 2 })
  await vote(page, 'Like').click()
  await expectVotes(page, '1', '1', ['Like'])
  await expect.poll(settled).toMatchObject({ likeCount: 1, dislikeCount: 1 })
  await page.reload()
  await expectVotes(page, '1', '1', ['Like'])
  await open(page, '/games?sort=rated')
  await expect(page.getByRole('article').filter({ hasText: 'Voting booth' })).toContainText('50% liked it')
  expect(complaints).toEqual([])
})

test('without JavaScript, votes count, in a private place too, and an older version is restored', async ({
  product,
}) => {
  const maker = await register(product.baseUrl, 'Plain_voted')
  const place = await makePlace(maker, 'Plain booth')
  for (const text of ['first', 'second']) await upload({ maker, place }, Buffer.from(text))
  const settings = new PlainPage(maker, product.baseUrl)
  await settings.open(`${place.path}/settings/file`)
  await settings.submit(/Restore version 1$/)
  expect(settings.text()).toContain('Version 1 restored')
  expect(await (await maker.get(`/game/${place.id}`)).text()).toBe('first')

  await maker.post(`${place.path}/settings?/privacy`, { privateServer: 'on' })
  const { privateTicket } = (await (await maker.get(`${place.path}/settings`)).json()) as {
    privateTicket: string
  }
  const page = new PlainPage(await register(product.baseUrl, 'Plain_voter'), product.baseUrl)
  const pressed = () => page.names('button[aria-pressed=true]')
  await page.open(`${place.path}?privateServer=${privateTicket}`)
  await page.submit(/^Dislike 0/)
  expect(pressed()).toEqual(['Dislike 1'])
  await page.submit(/^Like 0/)
  expect(pressed()).toEqual(['Like 1'])
  await page.submit(/^Like 1/)
  expect(pressed()).toEqual([])
  expect(product.output()).not.toContain(privateTicket)
})

test('versions of the file are listed, downloaded, and restored with the keyboard', async ({
  page,
  ownPlace,
}) => {
  const complaints = complaintsOf(page)
  const { maker, place } = await ownPlace('Versioned', 'Versions')
  for (const text of ['first', 'second', 'third!']) await upload({ maker, place }, Buffer.from(text))
  await open(page, `${place.path}/settings/file`)
  const versions = page.getByRole('region', { name: 'Versions' }).getByRole('listitem')
  await expect(versions).toHaveText([/Version 3\s+Current.*6\sbytes/s, /Version 2/, /Version 1/])
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download version 1' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('Versions-1.rbxl')
  expect(
    await (await download.createReadStream()).toArray().then((parts) => Buffer.concat(parts).toString()),
  ).toBe('first')
  await page.getByRole('button', { name: 'Restore version 2' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Version 2 restored')).toBeVisible()
  await expect(versions.first()).toContainText('Version 4 Current')
  await expect(versions.first()).toContainText('Restored from version 2')
  expect(await (await maker.get(`/game/${place.id}`)).text()).toBe('second')
  expect(complaints).toEqual([])
})

async function expectGallery(page: Page): Promise<void> {
  const strip = page.getByRole('region', { name: 'Pictures of Gallery' })
  const isCurrent = (number: number) =>
    expect(page.getByRole('link', { name: `Show picture ${number} of 2` })).toHaveAttribute(
      'aria-current',
      'true',
    )
  const first = strip.getByRole('img', { name: '1 of 2' })
  await expect(first).toHaveJSProperty('naturalWidth', 1280)
  await strip.focus()
  await page.keyboard.press('ArrowRight')
  await expect(strip.getByRole('img', { name: '2 of 2' })).toBeInViewport({ ratio: 0.9 })
  await isCurrent(2)
  await page.getByRole('button', { name: 'Next picture' }).click()
  await isCurrent(1)
  await page.getByRole('link', { name: 'Show picture 2 of 2' }).click()
  await isCurrent(2)
  await strip.focus()
  await page.keyboard.press('Home')
  await isCurrent(1)
  await page.keyboard.press('End')
  await isCurrent(2)
  await page.getByRole('button', { name: 'Previous picture' }).click()
  await isCurrent(1)
}

test('an icon and screenshots are uploaded, shown, reordered and removed, and invalid files are refused at their fields', async ({
  page,
  product,
  ownPlace,
}) => {
  const complaints = complaintsOf(page)
  const { place } = await ownPlace('Painter', 'Gallery')
  const settings = `${place.path}/settings`
  await open(page, settings)
  const icon = page.getByLabel('Icon', { exact: false }).and(page.locator('input[type=file]'))
  await icon.setInputFiles({ name: 'icon.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
  await page.getByRole('button', { name: 'Save changes' }).first().click()
  await expect(icon).toHaveAccessibleDescription(/Choose an image for the icon/)
  await icon.setInputFiles(await picture('icon.png', '#d96'))
  await page.getByRole('button', { name: 'Save changes' }).first().click()
  await expect(page.getByRole('status').getByText('General settings saved')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remove icon' })).toBeVisible()

  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Pictures' }).click()
  const pictures = page.locator('section', { hasText: 'New picture' }).getByRole('listitem')
  for (const [index, colour] of ['#c33', '#3c3', '#33c'].entries()) {
    await page.getByLabel('New picture').setInputFiles(await picture(`${index}.png`, colour))
    await page.getByRole('button', { name: 'Add picture' }).click()
    await expect(page.getByRole('img', { name: `Picture ${index + 1}` })).toBeVisible()
  }
  const order = async () =>
    (
      (await (await page.request.get(place.path, { headers: { accept: 'application/json' } })).json()) as {
        thumbnails: number[]
      }
    ).thumbnails
  expect(await order()).toEqual([1, 2, 3])
  await page.getByRole('button', { name: 'Move picture 3 earlier' }).click()
  await expect.poll(order).toEqual([1, 3, 2])
  // The page restores the focus when it shows the new order. Until then the test must not move it.
  await expect(page.getByText('Moving…')).toBeHidden()
  await page.getByRole('button', { name: 'Remove picture 1' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove picture' }).press('Enter')
  await expect.poll(order).toEqual([3, 2])
  await expect(pictures.first()).toBeVisible()

  await open(page, place.path)
  await expectGallery(page)
  await open(page, '/games?sort=new')
  const card = page.getByRole('article').filter({ hasText: 'Gallery' })
  await expect(card.locator('img').last()).toHaveJSProperty('naturalWidth', 270)

  await open(page, settings)
  await page.getByRole('button', { name: 'Remove icon' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove icon' }).click()
  const reader = visitor(product.baseUrl)
  await expect.poll(async () => (await reader.get(`/place/${place.id}/icon.avif`, '*/*')).status).toBe(404)
  // The browser also reports the refused form.
  expect(complaints.filter((complaint) => !complaint.includes('settings?/view'))).toEqual([])
})

test('Play on a dedicated place without an orchestrator explains why, and the page stays', async ({
  page,
  ownPlace,
}) => {
  const { maker, place } = await ownPlace('Unhosted', 'Nowhere')
  await upload({ maker, place }, Buffer.from('file'))
  await maker.post(`${place.path}/settings?/network`, { dedicated: 'on', maxPlayers: '10' })
  await open(page, `${place.path}?tab=servers`)
  await expect(page.getByText('Status unavailable')).toBeVisible()
  const play = page.getByRole('button', { name: 'Play' })
  await play.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText(
    'The server could not be started. Try again in a moment.',
  )
  await expect(play).toBeFocused()
  await open(page, `${place.path}/log`)
  await expect(page.getByRole('main')).toContainText(
    'The log can’t be read right now: the service that runs dedicated servers doesn’t answer.',
  )
})

test('a place whose maker’s account has ended says so on its page and its card', async ({
  page,
  product,
  signIn,
}) => {
  const complaints = complaintsOf(page)
  const maker = await register(product.baseUrl, 'Leaves_soon')
  const place = await makePlace(maker, 'Left behind')
  const database = new DatabaseSync(join(product.dataDirectory, 'baseplate.sqlite'), { timeout: 5_000 })
  database.exec("delete from users where username = 'Leaves_soon'")
  database.close()
  await signIn('Finds_it')
  await open(page, place.path)
  await expect(page.getByText('by a deleted account')).toBeVisible()
  await open(page, '/games?q=left')
  await expect(page.getByRole('article')).toContainText('by a deleted account')
  expect(complaints).toEqual([])
})
