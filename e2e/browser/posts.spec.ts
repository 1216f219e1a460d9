import { expect, type Page } from '@playwright/test'
import { complaintsOf, open, takeSession, test } from '../support/browser.ts'
import { register } from '../support/person.ts'
import { PlainPage } from '../support/plain-page.ts'

test.use({ shares: true })

const item = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text })

test('a post is written, edited and deleted with the keyboard alone', async ({ page, signIn }) => {
  const complaints = complaintsOf(page)
  await signIn('Typist')
  await open(page, '/user/typist')
  await page.getByLabel('Write a post').focus()
  await page.keyboard.type('Written by hand')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(item(page, 'Written by hand')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Post', exact: true })).toBeFocused()
  await expect(page.getByLabel('Write a post')).toBeEmpty()

  await page.getByText('Edit or delete').focus()
  await page.keyboard.press('Enter')
  const field = page.getByLabel('Post', { exact: true })
  await field.focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('Written twice')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(item(page, 'Written twice')).toContainText('Previous versions')
  await expect(field).toBeHidden()
  await page.getByText('Edited just now').focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Written by hand')).toBeVisible()

  await page.getByText('Edit or delete').focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Delete post' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete post' }).focus()
  await page.keyboard.press('Enter')
  await expect(item(page, 'Written twice')).toHaveCount(0)
  await expect(page.getByText('Posts you write appear here.')).toBeVisible()
  expect(complaints).toEqual([])
})

test('a post on the home page is liked and answered, and its author is notified', async ({
  page,
  product,
  signIn,
}) => {
  const complaints = complaintsOf(page)
  const author = await register(product.baseUrl, 'Answered')
  await author.post('/user/answered?/post', { content: 'Who wants to build a boat?' })
  const reader = await signIn('Answerer')
  await reader.post('/user/answered?/follow')
  await open(page, '/home')
  // The button shows the like before it is saved, and a reload would cancel the request.
  const saved = page.waitForResponse((response) => response.url().endsWith('?/likepost'))
  await page.getByRole('button', { name: /^Like Answered’s post/ }).click()
  const like = page.getByRole('button', { name: 'Like Answered’s post, 1 like', pressed: true })
  await expect(like).toBeVisible()
  await saved
  await page.reload()
  await expect(like).toBeVisible()
  await expect(page).toHaveURL('/home')

  await item(page, 'boat').getByRole('link', { name: 'Reply', exact: true }).click()
  await page.getByLabel('Write a reply').fill('I do!')
  await page.getByRole('button', { name: 'Reply', exact: true }).click()
  await expect(item(page, 'I do!')).toBeVisible()
  await open(page, '/home')
  await expect(item(page, 'boat').getByRole('link', { name: '1 reply' })).toBeVisible()
  const { notifications } = (await (await author.get('/notifications')).json()) as {
    notifications: { note: string }[]
  }
  expect(notifications[0]?.note).toBe('replied to your post')
  expect(complaints).toEqual([])
})

test('a post without text is refused at its field', async ({ page, signIn }) => {
  await signIn('Wordless')
  await open(page, '/user/wordless')
  await page.getByRole('button', { name: 'Post', exact: true }).click()
  const field = page.getByLabel('Write a post')
  await expect(field).toHaveAccessibleDescription(/^Write something first/)
  await expect(field).toBeFocused()
})

test('a preview lists the dropped rules, retains the input, and is visible to its owner alone', async ({
  page,
  signIn,
}) => {
  await signIn('Stylist')
  await open(page, '/settings/styling')
  const field = page.getByRole('textbox', { name: 'CSS' })
  const css = 'h2 { color: rgb(1, 2, 3) }\np { position: fixed }'
  await field.fill(css)
  await expect(page.getByText('Line 2:')).toBeVisible()
  await expect(page.getByText('position can be static, relative or absolute')).toBeVisible()
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByText('Not saved yet')).toBeVisible()
  await expect(field).toContainText('rgb(1, 2, 3)')
  await page.getByRole('link', { name: 'Preview it on your profile' }).click()
  await expect(page.getByText('Only you can see this.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Posts' })).toHaveCSS('color', 'rgb(1, 2, 3)')
  await open(page, '/user/stylist')
  await expect(page.getByRole('heading', { name: 'Posts' })).not.toHaveCSS('color', 'rgb(1, 2, 3)')
})

test('the preview follows the editor, and a preset is saved, seen by others and undone', async ({
  page,
  signIn,
  product,
}) => {
  const complaints = complaintsOf(page)
  const reader = await register(product.baseUrl, 'Style_reader')
  await signIn('Decorator')
  await open(page, '/settings/styling')
  const preview = page.getByRole('region', { name: 'Preview' })
  const ground = preview.locator('[class*="-ground"]')
  await page.getByRole('textbox', { name: 'CSS' }).fill('h2 { color: rgb(1, 2, 3) }')
  await expect(preview.locator('h2').nth(1)).toHaveCSS('color', 'rgb(1, 2, 3)')
  await page.getByRole('button', { name: 'Night sky' }).click()
  await expect(ground).toHaveCSS('background-image', /linear-gradient/)
  await expect(preview.locator('.post')).toHaveCSS('background-color', 'rgb(27, 36, 71)')
  await page.getByRole('textbox', { name: 'CSS' }).press('ControlOrMeta+z')
  await expect(preview.locator('h2').nth(1)).toHaveCSS('color', 'rgb(1, 2, 3)')
  await page.getByRole('button', { name: 'Candy' }).click()
  await page.getByRole('button', { name: 'Save styling' }).click()
  await expect(page.getByText('Styling saved')).toBeVisible()
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
  await page.getByText('Names that your CSS can use').click()
  await expect(page.getByText('--card-ground').first()).toBeVisible()

  await takeSession(page.context(), reader, product.baseUrl)
  await open(page, '/user/Decorator')
  await expect(page.locator('[class*="-ground"]')).toHaveCSS('background-image', /repeating-linear-gradient/)
  await open(page, '/user/Decorator?styling=off')
  await expect(page.locator('[class*="-ground"]')).toHaveCSS('background-image', 'none')
  expect(complaints).toEqual([])
})

test('a post is written, edited and deleted without JavaScript', async ({ product }) => {
  const page = new PlainPage(await register(product.baseUrl, 'Plain_writer'), product.baseUrl)
  await page.open('/user/plain_writer')
  await page.submit('Post', { 'Write a post': 'Plain words' })
  expect(page.path).toBe('/user/Plain_writer')
  await page.submit('Save changes', { Post: '  ' })
  expect(page.errorAt('Post')).toMatch(/^Write something first/)
  await page.submit('Save changes', { Post: 'Plainer words' })
  expect(page.texts('article')).toContainEqual(expect.stringMatching(/Plainer words.*Previous versions/))
  await page.submit('Delete post')
  expect(page.text('main')).not.toContain('Plainer words')
})

test('styling is previewed and saved without JavaScript', async ({ product }) => {
  const person = await register(product.baseUrl, 'Plain_stylist')
  const page = new PlainPage(person, product.baseUrl)
  const css = 'h2 { color: rgb(1, 2, 3) } #x { color: red }'
  await page.open('/settings/styling')
  await page.submit('Preview', { CSS: css })
  expect(page.text('main')).toContain('Use classes instead of IDs.')
  expect(page.valueOf('CSS')).toBe(css)
  await page.submit('Save styling')
  expect(page.text()).toContain('Styling saved')
  await page.open('/user/plain_stylist')
  const stylesheet = page.attribute('link[href*="/style-"]', 'href') ?? ''
  expect(await (await person.get(stylesheet, 'text/css')).text()).toMatch(/color: ?rgb\(1, ?2, ?3\)/)
})

test('the page of a removed post does not ask for replies', async ({ page, product, signInFounder }) => {
  const writer = await register(product.baseUrl, 'Removed_writer')
  const posted = await writer.post('/user/Removed_writer?/post', { content: 'Rude words' })
  const id = posted.headers.get('location')?.split('#post-')[1] ?? ''
  const founder = await signInFounder()
  const thread = `/user/Removed_writer/post/${id}`
  await open(page, thread)
  await expect(page.getByText('No replies yet. Write the first one.')).toBeVisible()
  const removed = await founder.post('/user/Removed_writer?/deletepost', { id, reason: 'Insults' })
  expect(removed.status).toBe(204)
  await open(page, thread)
  await expect(page.getByRole('button', { name: 'Restore post' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Replies' })).toHaveCount(0)
  await expect(page.getByText('No replies yet')).toHaveCount(0)
})
