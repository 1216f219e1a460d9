import { expect } from '@playwright/test'
import { complaintsOf, open, takeSession, test } from '../support/browser.ts'
import { give } from '../support/money.ts'
import { register } from '../support/person.ts'

test('a group is made, joined and left', async ({ page, product, signIn }) => {
  const complaints = complaintsOf(page)
  const joiner = await register(product.baseUrl, 'Joiner')
  await signIn('Grouper')
  await give(product, 'Grouper', 5)
  await open(page, '/groups/create')
  await page.getByLabel('Name').fill('Night owls')
  await page.getByRole('button', { name: 'Create group' }).click()
  await expect(page).toHaveURL('/groups/Night%20owls')
  await expect(page.getByText('You own this group')).toBeVisible()
  await open(page, '/groups/create')
  await expect(page.getByText('which is not enough')).toBeVisible()

  await takeSession(page.context(), joiner, product.baseUrl)
  await open(page, '/groups?q=owl')
  await page.getByRole('link', { name: 'Night owls' }).click()
  await page.getByRole('button', { name: 'Join group' }).click()
  await expect(page.getByText('2 members')).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Joiner' })).toBeVisible()
  await open(page, '/user/Joiner')
  await expect(page.getByRole('main').getByRole('link', { name: 'Night owls' })).toBeVisible()
  await open(page, '/groups/Night%20owls')
  await page.getByRole('button', { name: 'Leave group' }).click()
  await expect(page.getByRole('button', { name: 'Join group' })).toBeVisible()
  expect(complaints).toEqual([])
})

test('the stipend is claimed, and the time to the next one counts down', async ({ page, signIn }) => {
  const complaints = complaintsOf(page)
  await signIn('Pensioner')
  await open(page, '/economy')
  await page.getByRole('button', { name: 'Claim ◈10' }).click()
  await expect(page.getByText('You can claim again in')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Stipend' })).toContainText('10.000000')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Balance' })).toContainText('10')
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download CSV' }).click()
  expect((await download).suggestedFilename()).toBe('transactions-Pensioner.csv')
  expect(complaints).toEqual([])
})
