import { expect } from '@playwright/test'
import { test } from '../support/browser.ts'
import { register } from '../support/person.ts'

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false })

  test('the first page says what needs somebody, and how it goes', async ({
    page,
    product,
    signInFounder,
  }) => {
    await signInFounder()
    await page.goto('/admin')
    const attention = page.getByRole('region', { name: 'What needs somebody now' })
    await expect(attention.getByRole('link', { name: /report/ })).toHaveCount(0)
    const reader = await register(product.baseUrl, 'Attentive')
    await reader.post('/report?/report', { type: 'user', id: 'Founder', category: 'Spam' })
    const writer = await register(product.baseUrl, 'Reported')
    await reader.post('/report?/report', { type: 'user', id: 'Reported', category: 'Spam' })
    await writer.post('/report?/report', { type: 'user', id: 'Attentive', category: 'Spam' })
    await page.reload()
    // The one about the administrator is not theirs to see.
    await attention.getByRole('link', { name: '2 reports are not closed' }).click()
    await expect(page).toHaveURL('/admin/reports')

    await page.goto('/admin')
    await page.getByRole('link', { name: 'Week', exact: true }).click()
    await expect(page.getByRole('link', { name: 'Week', exact: true })).toHaveAttribute(
      'aria-current',
      'true',
    )
    const users = page.getByRole('figure', { name: 'Users' })
    await expect(users.getByText('users 3 people')).toBeVisible()
    await users.getByText('As a table').click()
    await expect(users.getByRole('row').last()).toContainText('3')
  })
})
