import { type Browser, expect, type Page } from '@playwright/test'
import { complaintsOf, open, takeSession, test } from '../support/browser.ts'
import { addFollowers } from '../support/followers.ts'
import { type Person, register } from '../support/person.ts'
import { PlainPage } from '../support/plain-page.ts'

test.use({ shares: true })

/** Opens a separate browser that is signed in as the person. */
async function browserOf(browser: Browser, baseURL: string, person: Person): Promise<Page> {
  const context = await browser.newContext({ baseURL })
  await takeSession(context, person, baseURL)
  return context.newPage()
}

test('two people become friends, each in a separate browser', async ({
  page: annas,
  signIn,
  browser,
  product,
}) => {
  await signIn('Anna')
  const ben = await register(product.baseUrl, 'Ben')
  const bens = await browserOf(browser, product.baseUrl, ben)
  const complaints = [complaintsOf(annas), complaintsOf(bens)]

  await open(annas, '/user/ben')
  await expect(annas).toHaveTitle('Ben · Baseplate')
  await annas.getByRole('button', { name: 'Add friend' }).click()
  await expect(annas.getByText('You sent Ben a friend request.')).toBeVisible()
  await expect(annas.getByRole('button', { name: 'Cancel request' })).toBeFocused()

  await open(bens, '/friends')
  await expect(bens.getByRole('heading', { name: 'Friend requests' })).toBeVisible()
  await bens.getByRole('link', { name: 'Anna', exact: true }).click()
  await expect(bens.getByText('Anna sent you a friend request.')).toBeVisible()
  await bens.getByRole('button', { name: 'Accept' }).click()
  await expect(bens.getByText('You and Anna are friends.')).toBeVisible()
  await expect(bens.getByRole('button', { name: 'Unfriend' })).toBeFocused()
  await expect(bens.getByRole('link', { name: '1 friend', exact: true })).toBeVisible()

  // Anna's page learns that Ben has accepted her request.
  await expect(annas.getByText('You and Ben are friends.')).toBeVisible()
  await annas.getByRole('link', { name: '1 friend', exact: true }).click()
  await expect(annas.getByRole('heading', { level: 1 })).toHaveText('Ben’s friends')
  await annas.getByRole('link', { name: 'Anna', exact: true }).click()
  await expect(annas.getByRole('link', { name: 'Edit profile' })).toBeVisible()
  expect(complaints).toEqual([[], []])
})

test('a newcomer finds a player on the page of friends and adds them, also without JavaScript', async ({
  page,
  signIn,
  product,
}) => {
  const complaints = complaintsOf(page)
  await register(product.baseUrl, 'Findable_1')
  const newcomer = await signIn('New_here')
  await open(page, '/home')
  await page.getByRole('link', { name: 'Make a friend' }).click()
  await expect(page).toHaveURL('/friends')
  await page.getByRole('searchbox', { name: 'Search people by name' }).fill('findable')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/friends?q=findable')
  await page.getByRole('button', { name: 'Add friend Findable_1' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Cancel request to Findable_1' })).toBeFocused()
  await open(page, '/search?q=findable')
  await expect(page.getByRole('button', { name: 'Cancel request to Findable_1' })).toBeVisible()
  expect(complaints).toEqual([])

  await register(product.baseUrl, 'Findable_2')
  const plain = new PlainPage(newcomer, product.baseUrl)
  await plain.open('/friends?q=findable_2')
  await plain.submit('Add friend Findable_2')
  expect(plain.names('button')).toContain('Cancel request to Findable_2')
})

test('an outdated action is refused with a message, and the page shows the current state', async ({
  page,
  signIn,
  product,
}) => {
  await signIn('Latecomer')
  const asker = await register(product.baseUrl, 'Asker')
  await asker.post('/user/Latecomer?/request')
  await open(page, '/user/Asker')
  await asker.post('/user/Latecomer?/cancel')
  await page.getByRole('button', { name: 'Accept' }).click()
  await expect(page.getByRole('alert')).toHaveText('There is no friend request to accept')
  await page.getByRole('button', { name: 'Add friend' }).click()
  await expect(page.getByText('You sent Asker a friend request.')).toBeVisible()
  await expect(page.getByRole('alert')).toBeHidden()
})

test('people are followed and sent friend requests with the keyboard alone', async ({
  page,
  signIn,
  product,
}) => {
  await register(product.baseUrl, 'Star')
  await signIn('Fan')
  await open(page, '/user/Star')
  const follow = page.getByRole('button', { name: 'Follow', exact: true })
  const unfollow = page.getByRole('button', { name: 'Unfollow' })
  await follow.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('You follow Star.')).toBeVisible()
  await expect(page.getByRole('link', { name: '1 follower', exact: true })).toBeVisible()
  await expect(unfollow).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: '0 followers' })).toBeVisible()
  await expect(follow).toBeFocused()

  await page.getByRole('button', { name: 'Add friend' }).focus()
  await page.keyboard.press('Space')
  await expect(page.getByRole('button', { name: 'Cancel request' })).toBeFocused()
  await page.keyboard.press('Space')
  await expect(page.getByRole('button', { name: 'Add friend' })).toBeFocused()
})

test('ending a friendship needs a confirmation, and moves the focus to the next control', async ({
  page,
  signIn,
  product,
}) => {
  const one = await signIn('One')
  const other = await register(product.baseUrl, 'Other')
  await one.post('/user/Other?/request')
  await other.post('/user/One?/accept')
  await open(page, '/user/Other')
  await page.getByRole('button', { name: 'Unfriend' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('alertdialog', { name: 'Unfriend Other?' })
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'Stay friends' }).press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByText('You and Other are friends.')).toBeVisible()

  await page.getByRole('button', { name: 'Unfriend' }).press('Enter')
  await dialog.getByRole('button', { name: 'Unfriend' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Add friend' })).toBeFocused()
})

test('long lists have pages, and players in games can be joined', async ({
  page,
  signIn,
  ownPlace,
  product,
}) => {
  const { maker, place } = await ownPlace('Popular', 'Sky ladders')
  const { ticket } = (await (await maker.post(`${place.path}?/join`)).json()) as { ticket: string }
  expect((await fetch(`${product.baseUrl}/game/join?ticket=${ticket}`)).status).toBe(200)
  addFollowers(product, 'Popular', 50)
  await signIn('Onlooker')
  await open(page, '/user/Popular')
  await expect(page.getByRole('link', { name: '50 followers' })).toBeVisible()
  await page.getByRole('link', { name: 'Sky ladders' }).first().click()
  await expect(page).toHaveURL(place.path)

  await open(page, '/user/Popular/followers')
  await expect(page.getByRole('article')).toHaveCount(48)
  await page.getByRole('link', { name: 'More followers' }).click()
  await expect(page.getByRole('article')).toHaveCount(2)
  await expect(page.getByRole('link', { name: 'Follower_0', exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'More followers' })).toBeHidden()
})

test('moderators reach the account, and administrators its renders', async ({
  page,
  product,
  signInFounder,
}) => {
  await register(product.baseUrl, 'Watched')
  await signInFounder()
  await open(page, '/user/Watched')
  await expect(page.getByRole('link', { name: 'Account', exact: true })).toHaveAttribute(
    'href',
    '/admin/accounts/Watched',
  )
  await page.getByRole('button', { name: 'Re-render avatar' }).click()
  await expect(page.getByText('The avatar is being re-rendered.')).toBeVisible()
})

test('the menu of a profile leads to a report of the person', async ({ page, product, signIn }) => {
  await register(product.baseUrl, 'Nuisance')
  await signIn('Annoyed')
  await open(page, '/user/Nuisance')
  await page.getByTitle('More about Nuisance').click()
  await page.getByRole('link', { name: 'Report Nuisance' }).click()
  await expect(page).toHaveURL('/report?type=user&id=Nuisance')
  await expect(page.getByRole('button', { name: 'Send report' })).toBeVisible()
})

test('every action works without JavaScript', async ({ product }) => {
  const page = new PlainPage(await register(product.baseUrl, 'Plainly'), product.baseUrl)
  const other = await register(product.baseUrl, 'Simple')
  await page.open('/user/simple')
  await page.submit('Follow')
  expect(page.text('main')).toContain('You follow Simple.')
  await page.submit('Unfollow')
  expect(page.text('main')).not.toContain('You follow Simple.')
  await page.submit('Add friend')
  expect(page.text('main')).toContain('You sent Simple a friend request.')
  await page.submit('Cancel request')

  await other.post('/user/Plainly?/request')
  await page.open('/friends')
  await page.submit('Accept Simple')
  expect(page.path).toBe('/friends')
  expect(page.texts('h2')).not.toContain('Friend requests')
  expect(page.linkTo('Simple')).toBe('/user/Simple')

  // Without a script, the questions of dialogs are in the page.
  await page.open('/user/Simple')
  await page.submit('Unfriend', {}, 'noscript')
  expect(page.names('button')).toContain('Add friend')

  await other.post('/user/Plainly?/request')
  await page.open('/user/Simple')
  await other.post('/user/Plainly?/cancel')
  await page.submit('Accept')
  expect(page.text('[role=alert]')).toBe('There is no friend request to accept')
})
