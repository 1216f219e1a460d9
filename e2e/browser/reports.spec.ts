import { expect, type Page } from '@playwright/test'
import { complaintsOf, open, test } from '../support/browser.ts'
import { makePlace } from '../support/game.ts'
import { give } from '../support/money.ts'
import { register } from '../support/person.ts'
import { PlainPage } from '../support/plain-page.ts'

test.use({ shares: true })

/** Finds the report with the keyboard, claims and closes it. */
async function closeReport(page: Page): Promise<void> {
  await open(page, '/admin')
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Reports/ })
    .last()
    .click()
  await page.getByLabel('Reason').selectOption('Harassment')
  await page.getByRole('button', { name: 'Filter' }).click()
  await expect(page).toHaveURL(/category=Harassment/)
  // The address changes before the page does, and the change of the page resets the focus.
  await expect(page.getByRole('progressbar', { name: 'Loading' })).toHaveCount(0)
  await page.locator('h1').click()
  await page.keyboard.press('j')
  await expect(page.getByRole('link', { name: 'Post by Rude' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('blockquote')).toContainText('You are all bad at this')
  await expect(page.getByText('javascript:alert(1)')).toBeVisible()
  await expect(page.locator('a[href^="javascript:"]')).toHaveCount(0)
  await page.getByRole('button', { name: 'Claim' }).click()
  await expect(page.getByRole('button', { name: 'Release' })).toBeVisible()
  await page.getByLabel('Outcome').selectOption('Action taken')
  await page.getByRole('button', { name: 'Close report' }).click()
  await expect(page.getByText('Action taken · Founder')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Close report' })).toHaveCount(0)
}

test('a post is reported, reviewed as it was, and closed, and the reporter is notified', async ({
  page,
  product,
  signInFounder,
}) => {
  const complaints = complaintsOf(page)
  await signInFounder()
  const [writer, reader] = [
    await register(product.baseUrl, 'Rude'),
    await register(product.baseUrl, 'Polite'),
  ]
  const posted = await writer.post('/user/Rude?/post', { content: 'You are all bad at this' })
  const postId = posted.headers.get('location')?.split('#post-')[1] ?? ''

  const theirs = new PlainPage(reader, product.baseUrl)
  await theirs.open('/user/Rude')
  await theirs.follow('Report this post')
  await theirs.submit('Send report')
  expect(theirs.errorAt('What is wrong')).toMatch(/^Choose what is wrong/)
  await theirs.submit('Send report', {
    'What is wrong': 'Harassment',
    'What happened': 'Every day',
    'Link to evidence': 'javascript:alert(1)',
  })
  expect(theirs.text()).toContain('A moderator will look into it')
  await writer.post('/user/Rude?/deletepost', { id: postId })

  await closeReport(page)

  await theirs.open('/notifications')
  await theirs.follow(/We reviewed your report about a post/)
  expect(theirs.texts('tr')).toContainEqual(
    expect.stringMatching(/Post by Rude ?Harassment ?just now ?Action taken/),
  )

  const file = await page.request.get('/admin/reports/reports.csv?state=All')
  expect(await file.text()).toMatch(
    /^Id,Reported,.+\r\n(.+\r\n)*0.+,Harassment,Polite,Rude,Post of Rude,You are all bad at this,/,
  )
  expect(complaints).toEqual([])
})

test('a report ends with a takedown and a ban on its page, after a confirmation', async ({
  page,
  product,
  signInFounder,
}) => {
  const [writer, reader] = [
    await register(product.baseUrl, 'Spammer'),
    await register(product.baseUrl, 'Fed_up'),
  ]
  const posted = await writer.post('/user/Spammer?/post', { content: 'Buy now' })
  const id = posted.headers.get('location')?.split('#post-')[1] ?? ''
  const profile = async () => (await reader.get('/user/Spammer')).text()
  expect(await profile()).toContain('Buy now')
  await reader.post('/report?/report', { type: 'post', id, category: 'Spam' })
  await signInFounder()
  await page.setViewportSize({ width: 1280, height: 800 })
  await open(page, '/admin/reports?about=Spammer')
  await page.getByRole('link', { name: 'Post by Spammer' }).click()
  const sanction = page.locator('form', { has: page.getByRole('button', { name: 'Apply decision' }) })
  await expect(sanction.getByLabel('Ban length')).toBeHidden()
  await sanction.getByRole('button', { name: 'Apply decision' }).click()
  await expect(sanction.getByLabel('Reason for the decision')).toHaveAccessibleDescription(/^Enter a reason/)
  await sanction.getByLabel('Reason for the decision').fill('Advertising')
  await sanction.getByLabel('Action against Spammer').selectOption('Ban')
  await sanction.getByLabel('Ban length').fill('3')
  await sanction.getByLabel('Remove the post').check()
  await sanction.getByRole('button', { name: 'Apply decision' }).click()
  const question = page.getByRole('alertdialog', { name: 'Ban Spammer for 3 days?' })
  await question.getByRole('button', { name: 'Go back' }).click()
  await expect(sanction.getByLabel('Reason for the decision')).toHaveValue('Advertising')
  await sanction.getByRole('button', { name: 'Apply decision' }).click()
  await question.getByRole('button', { name: 'Ban', exact: true }).click()

  // The decided report leaves the list of open ones and stays in the panel.
  await expect(
    page.getByRole('region', { name: 'Post by Spammer' }).getByText('Action taken · Founder'),
  ).toBeVisible()
  await expect(page.getByRole('row', { name: 'Post by Spammer' })).toHaveCount(0)
  await expect(page).toHaveURL(/[?&]about=Spammer$/)
  await expect(sanction).toHaveCount(0)
  const owner = page.getByRole('region', { name: 'Spammer', exact: true })
  await expect(owner.getByRole('listitem')).toContainText('Advertising')
  expect(await profile()).not.toContain('Buy now')
})

test('several reports are claimed, closed and left by keyboard alone', async ({
  page,
  product,
  signInFounder,
}) => {
  const reader = await register(product.baseUrl, 'Reports_much')
  for (const name of ['Queued_one', 'Queued_two']) {
    await register(product.baseUrl, name)
    await reader.post('/report?/report', { type: 'user', id: name, category: 'Cheating' })
  }
  await signInFounder()
  await page.setViewportSize({ width: 1280, height: 800 })
  await open(page, '/admin/reports?category=Cheating')
  await page.getByRole('link', { name: 'Queued_one' }).focus()
  await page.keyboard.press('Enter')
  for (const name of ['Queued_one', 'Queued_two']) {
    const panel = page.getByRole('region', { name: `Report: ${name}` })
    await expect(panel).toBeFocused()
    await page.keyboard.press('c')
    // A second press of the same key decides nothing.
    await expect(panel.getByRole('button', { name: 'Release' })).toBeVisible()
    await expect(panel).toBeFocused()
    await panel.getByRole('button', { name: 'No violation' }).press('Enter')
    await expect(panel.getByText('No violation found · Founder')).toBeVisible()
    await expect(page.getByRole('row', { name })).toHaveCount(0)
    await expect(panel).toBeFocused()
    await page.keyboard.press('j')
  }
})

test('a group is reported, renamed, closed and reopened, and its owner is told why', async ({
  page,
  product,
  signInFounder,
}) => {
  const complaints = complaintsOf(page)
  const owner = await register(product.baseUrl, 'Ringleader')
  await give(product, 'Ringleader', 5)
  await owner.post('/groups/create', { name: 'Bad words' })
  const theirs = new PlainPage(await register(product.baseUrl, 'Passer_by'), product.baseUrl)
  await theirs.open('/groups/Bad%20words')
  await theirs.follow('Report the group Bad words')
  await theirs.submit('Send report', { 'What is wrong': 'Something else' })
  expect(theirs.text()).toContain('A moderator will look into it')

  await signInFounder()
  await open(page, '/admin/reports?type=group')
  await page.getByRole('link', { name: 'Bad words' }).click()
  await page.getByRole('link', { name: 'View current version' }).click()
  const renaming = page.locator('form', { has: page.getByLabel('New name') })
  await renaming.getByLabel('New name').fill('Good words')
  await renaming.getByRole('button', { name: 'Rename' }).click()
  await expect(renaming.getByLabel('Reason')).toHaveAccessibleDescription(/^Enter a reason/)
  await renaming.getByLabel('Reason').fill('Mind the name')
  await renaming.getByRole('button', { name: 'Rename' }).click()
  await expect(page).toHaveURL('/groups/Good%20words')

  const closing = page.locator('form', { has: page.getByRole('button', { name: 'Close group' }) })
  await closing.getByLabel('Reason').fill('And the rest')
  await closing.getByRole('button', { name: 'Close group' }).click()
  const question = page.getByRole('alertdialog', { name: 'Close “Good words”?' })
  await question.getByRole('button', { name: 'Close group' }).click()
  await expect(page.getByText('A moderator closed this group')).toBeVisible()
  await theirs.open('/groups/Good%20words')
  expect(theirs.status).toBe(404)
  await page.getByRole('button', { name: 'Reopen group' }).click()
  await expect(closing.getByLabel('Reason')).toBeEmpty()
  await theirs.open('/groups/Good%20words')
  expect(theirs.names('button')).toContain('Join group')

  const told = new PlainPage(owner, product.baseUrl)
  await told.open('/notifications')
  expect(told.text()).toContain('was renamed to “Good words”: Mind the name')
  expect(told.text()).toContain('“Good words” was closed: And the rest')
  // The browser also reports the refused form.
  expect(complaints.filter((complaint) => !complaint.includes('?/rename'))).toEqual([])
})

test('a game is reported once, and the typed text stays, without a script', async ({ product }) => {
  const place = await makePlace(await register(product.baseUrl, 'Copycat'), 'My game too')
  const page = new PlainPage(await register(product.baseUrl, 'First_maker'), product.baseUrl)
  await page.open(place.path)
  await page.follow('Report this game')
  await page.submit('Send report', { 'What happened': 'It is mine' })
  expect(page.errorAt('What is wrong')).toMatch(/^Choose/)
  expect(page.valueOf('What happened')).toBe('It is mine')
  await page.submit('Send report', { 'What is wrong': 'Stolen work' })
  expect(page.text('main')).toContain('A moderator will look into it')
  expect(page.texts('tr')).toContainEqual(expect.stringMatching(/My game too ?Stolen work ?just now ?Open/))

  await page.open(`/report?type=place&id=${place.id}`)
  await page.submit('Send report', { 'What is wrong': 'Spam' })
  expect(page.text('main')).toContain('You have already reported this')
})
