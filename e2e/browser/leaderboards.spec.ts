import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectToFit } from '../support/accessible.ts'
import { complaintsOf, open, takeSession, test } from '../support/browser.ts'
import { json, type Place, setNetwork } from '../support/game.ts'
import type { Person } from '../support/person.ts'
import { PlainPage } from '../support/plain-page.ts'
import type { Product } from '../support/processes.ts'

test.use({ shares: true })

/** Returns a function by which the server of a game sends requests for data. */
async function serve({ baseUrl }: Product, maker: Person, place: Place) {
  await setNetwork({ maker, place }, { serverAddress: 'play.example.org', serverPort: '2000' })
  expect((await maker.post(`${place.path}/settings/servers?/services`, { enabled: 'true' })).status).toBe(200)
  const send = async (name: string, value: unknown) => {
    const headers = { AccessKey: place.serverTicket, 'Content-Type': 'application/json' }
    const init = { method: 'PUT', headers, body: JSON.stringify(value) }
    const response = await fetch(`${baseUrl}/api/server/data/${name}`, init)
    expect([name, response.status]).toEqual([name, 200])
  }
  /** Brings a player into the game, and stores the coins of the player. */
  const score = async (person: Person, name: string, value: number) => {
    const { ticket } = await json<{ ticket: string }>(await person.post(`${place.path}?/join`))
    const script = await (await fetch(`${baseUrl}/game/join?ticket=${ticket}`)).text()
    const number = /userId, username, membership = (\d+)/.exec(script)?.[1] ?? ''
    const session = /session=(\w+)/.exec(script)?.[1] ?? ''
    const verify = new URLSearchParams({
      ticket: place.serverTicket,
      id: number,
      name,
      session,
    })
    expect((await fetch(`${baseUrl}/game/verify?${verify}`)).status).toBe(200)
    await send(`coins/player/${number}`, value)
  }
  return { send, score }
}

const coins = { kind: 'ordered', public: true, title: 'Most coins', period: 'week' }

const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })

test('players see the leaderboards of a game, themselves and their friends', async ({
  page,
  product,
  signIn,
  ownPlace,
}) => {
  const complaints = complaintsOf(page)
  const { maker, place } = await ownPlace('Board_maker', 'Tower of coins')
  const { send, score } = await serve(product, maker, place)
  await send('coins', coins)
  await send('deaths', { ...coins, title: 'Fewest deaths', period: 'none', keep: 'last' })
  await open(page, place.path)
  await expect(page.getByRole('article').filter({ hasText: 'Most coins' })).toContainText('No scores yet')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'All scores' }).nth(1).click()
  await expect(page.getByText('Nobody has a score yet')).toBeVisible()
  await expectAccessible(page)

  const ann = await signIn('Board_ann')
  await score(ann, 'Board_ann', 1_000)
  await score(await signIn('Board_bea'), 'Board_bea', 2_000)
  await score(await signIn('Board_cleo'), 'Board_cleo', 3_000)
  await takeSession(page.context(), ann, product.baseUrl)
  await open(page, place.path)
  await expect(row(page, 'Board_cleo').first()).toContainText('3,000')
  await expect(row(page, 'Board_ann')).toContainText('You')
  await expectAccessible(page)
  await expectToFit(page, 320)
  await page.getByRole('link', { name: 'All scores' }).nth(1).click()
  await expect(page.getByRole('listitem').filter({ hasText: /Board_/ })).toHaveText([
    /1.*Board_cleo.*3,000/s,
    /2.*Board_bea.*2,000/s,
    /3.*Board_ann.*1,000/s,
  ])
  await expect(page.getByRole('link', { name: /^Remove/ })).toHaveCount(0)
  const shows = page.getByRole('navigation', { name: 'Which scores' })
  await shows.getByRole('link', { name: 'Friends' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: /Board_/ })).toHaveText([/1.*Board_ann/s])
  await shows.getByRole('link', { name: 'Around me' }).click()
  await expect(row(page, 'Board_bea')).toContainText('2')
  await page.getByRole('link', { name: 'Last week' }).click()
  await expect(page.getByText('You have no score here yet')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Fewest deaths' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Fewest deaths')
  expect(complaints).toEqual([])
})

test('a maker removes a score with a reason, without JavaScript as well', async ({
  page,
  product,
  signIn,
  ownPlace,
}) => {
  const one = await signIn('Cheat_one')
  const two = await signIn('Cheat_two')
  const { maker, place } = await ownPlace('Strict_maker', 'Fair tower')
  const { send, score } = await serve(product, maker, place)
  await send('coins', coins)
  await score(one, 'Cheat_one', 9)
  await score(two, 'Cheat_two', 9)
  await open(page, `${place.path}/leaderboards?store=coins`)
  await page.getByRole('link', { name: 'Remove the score of Cheat_one' }).click()
  await page.getByRole('button', { name: 'Remove the score' }).click()
  await expect(page.getByText('Say why you remove the score')).toBeVisible()
  await expectAccessible(page)
  await expectToFit(page, 320)
  await page.getByLabel('Reason').fill('Used a bug')
  await page.getByLabel('Reason').press('Enter')
  await expect(page.getByRole('paragraph').filter({ hasText: 'The score was removed' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Cheat_one' })).toHaveCount(0)

  const plain = new PlainPage(maker, product.baseUrl)
  await plain.open(`${place.path}/leaderboards?store=coins`)
  await plain.follow(/Remove the score of Cheat_two/)
  await plain.submit('Remove the score', { Reason: 'Used the same bug' })
  expect(plain.text()).toContain('The score was removed')
  await plain.open(`${place.path}/data`)
  expect(plain.text()).toContain('Used the same bug')
})
