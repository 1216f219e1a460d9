import { expect } from '@playwright/test'
import sharp from 'sharp'
import { test } from '../support/browser.ts'
import { give } from '../support/money.ts'

test.use({ javaScriptEnabled: false })

test('the stipend is claimed, an item and a group are made, and the item is approved', async ({
  page,
  product,
  signIn,
  signInFounder,
}) => {
  await signIn('Plain_potter')
  await give(product, 'Plain_potter', 5)
  await page.goto('/economy')
  await page.getByRole('button', { name: 'Claim ◈ 10' }).click()
  await expect(page.getByText('You can claim again in')).toBeVisible()

  await page.goto('/develop/create?type=2')
  await page.getByLabel('Name').fill('P')
  await page.getByLabel('Price').fill('1000')
  await page.getByRole('button', { name: 'Create item' }).click()
  for (const [label, message] of [
    ['File', /^Choose a file/],
    ['Name', /^Use 3 to 50 characters/],
    ['Price', /^Enter a price from 0 to 999/],
  ] as const)
    await expect(page.getByLabel(label)).toHaveAccessibleDescription(message)
  await page.getByLabel('Name').fill('Pot shirt')
  await page.getByLabel('Price').fill('1')
  const shape = { width: 64, height: 64, channels: 3, background: '#a63' } as const
  const buffer = await sharp({ create: shape }).png().toBuffer()
  await page.getByLabel('File').setInputFiles({ name: 'pot.png', mimeType: 'image/png', buffer })
  await page.getByRole('button', { name: 'Create item' }).click()
  await expect(page).toHaveURL(/\/catalog\/\d{9}\/Pot-shirt$/)
  await expect(page.getByText('Waiting for approval')).toBeVisible()

  await page.goto('/groups/create')
  await page.getByLabel('Name').fill('Plain potters')
  await page.getByRole('button', { name: 'Create group' }).click()
  await expect(page.getByRole('heading', { name: 'Wall' })).toBeVisible()
  await page.goto('/economy')
  await expect(page.getByRole('listitem').filter({ hasText: 'Created Pot shirt' })).toContainText('7.500000')
  await expect(page.getByRole('link', { name: 'Created the group Plain potters' })).toBeVisible()

  await signInFounder()
  await page.goto('/admin/assets')
  await page.getByRole('button', { name: /^Claim the next/ }).click()
  await page.getByRole('button', { name: 'Approve Pot shirt' }).click()
  await expect(page.getByText('No items are waiting for approval')).toBeVisible()
  await page.goto('/catalog')
  await expect(page.getByRole('link', { name: 'Pot shirt' })).toBeVisible()
})
