import { readdir, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type TestInfo } from '@playwright/test'
import { open, placeFile, slowDown, test } from '../support/browser.ts'
import { makePlace } from '../support/game.ts'
import { register } from '../support/person.ts'
import { PlainPage } from '../support/plain-page.ts'
import { stock } from '../support/stock.ts'
import { startTcpProxy } from '../support/tcp-proxy.ts'

test.use({ shares: true })

/** Creates a sparse file that exceeds the limit by one byte. */
async function largeFile(testInfo: TestInfo): Promise<string> {
  const path = testInfo.outputPath('large.rbxl')
  await writeFile(path, '')
  await truncate(path, 100_000_001)
  return path
}

test('a missing or too large file is reported at the field, and nothing is sent', async ({
  page,
  ownPlace,
}, testInfo) => {
  const { place } = await ownPlace('Uploader')
  await open(page, `${place.path}/settings/file`)
  const file = page.getByLabel('File', { exact: true })
  const upload = page.getByRole('button', { name: 'Upload file' })
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
  await upload.click()
  await expect(page.getByRole('alert')).toHaveText('Choose a file')
  await expect(file).toBeFocused()

  await file.setInputFiles(await largeFile(testInfo))
  await expect(page.getByRole('alert')).toHaveText('Choose a file of at most 100 MB')
  await expect(file).toHaveAccessibleDescription(/^Choose a file of at most 100\sMB/)
  await upload.click()
  await expect(file).toBeFocused()
  expect(sent).toEqual([])

  await file.setInputFiles(placeFile(1_000))
  await expect(page.getByRole('alert')).toBeHidden()
  await upload.click()
  await expect(page.getByText('Uploaded just now · 1 kB')).toBeVisible()
})

test('an item’s file is refused at its field, or replaces the previous one', async ({
  page,
  product,
  signIn,
}) => {
  await signIn('Modeller')
  const [crown] = await stock(product, 'Modeller', [{ name: 'Crown' }])
  await open(page, `/catalog/${crown}/Crown/settings`)
  const file = page.getByLabel('File', { exact: true })
  const replace = page.getByRole('button', { name: 'Replace file' })
  const model = (text: string) => ({ name: 'crown.rbxm', mimeType: 'text/xml', buffer: Buffer.from(text) })
  await file.setInputFiles(model('<html/>'))
  await replace.click()
  await expect(page.getByRole('alert')).toHaveText('Model files must begin with <roblox>')
  await file.setInputFiles(model('<roblox><Item class="Hat"/></roblox>'))
  await replace.click()
  await expect(page.getByText('File replaced')).toBeVisible()
  await expect(page.getByText('Waiting for approval', { exact: true })).toBeVisible()
})

test('without a script, the server refuses a file that is too large, and retains the previous one', async ({
  product,
}) => {
  const maker = await register(product.baseUrl, 'Plain_uploader')
  const place = await makePlace(maker, 'Plain uploads')
  await maker.upload(`${place.path}/settings?/data`, 'file', new Blob(['the file before']))
  const page = new PlainPage(maker, product.baseUrl)
  await page.open(`${place.path}/settings/file`)
  await page.submit('Upload file', { File: new File([new Uint8Array(100_000_001)], 'large.rbxl') })
  expect(page.text('[role=alert]')).toBe('The file must be smaller than 100 MB')
  expect(await (await maker.get(`/game/${place.id}`)).text()).toBe('the file before')
  expect(await readdir(join(product.dataDirectory, 'incoming'))).toEqual([])
})

test('an upload whose connection breaks says so, and can be sent again', async ({
  page,
  product,
  ownPlace,
}) => {
  const { place } = await ownPlace('Breaker')
  const proxy = await startTcpProxy(product.baseUrl)
  await open(page, `${proxy.baseUrl}${place.path}/settings/file`)
  await page.getByLabel('File', { exact: true }).setInputFiles(placeFile(2_000_000))
  const speedUp = await slowDown(page, 500_000)
  await page.getByRole('button', { name: 'Upload file' }).click()
  const progress = page.getByRole('progressbar', { name: 'Uploading' })
  await expect.poll(() => progress.getAttribute('value').then(Number)).toBeGreaterThan(0)
  proxy.cut()
  await expect(page.getByRole('alert')).toContainText('The server can’t be reached.')
  await expect(progress).toBeHidden()
  await expect(page.getByText('harbour.rbxl')).toBeVisible()

  proxy.mend()
  await speedUp()
  await page.getByRole('button', { name: 'Upload file' }).click()
  await expect(page.getByText('Game file uploaded')).toBeVisible()
  await expect(page.getByText('Uploaded just now · 2 MB')).toBeVisible()
  await expect.poll(() => readdir(join(product.dataDirectory, 'incoming'))).toEqual([])
  await proxy.close()
})

test('an upload can be stopped, and the previous file stays', async ({ page, ownPlace, product }) => {
  const { maker, place } = await ownPlace('Stopper')
  await maker.upload(`${place.path}/settings?/data`, 'file', new Blob(['the file before']))
  await open(page, `${place.path}/settings/file`)
  await slowDown(page, 500_000)
  await page.getByLabel('File', { exact: true }).setInputFiles(placeFile(2_000_000))
  await page.getByRole('button', { name: 'Upload file' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('progressbar', { name: 'Uploading' })).toBeHidden()
  await expect(page.getByRole('alert')).toBeHidden()
  await expect(page.getByText('harbour.rbxl')).toBeVisible()
  expect(await (await page.request.get(`/game/${place.id}`)).text()).toBe('the file before')
  // The server has removed the partial upload.
  await expect.poll(() => readdir(join(product.dataDirectory, 'incoming'))).toEqual([])
})
