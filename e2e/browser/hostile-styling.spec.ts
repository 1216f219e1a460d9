import { hostileCss } from '@baseplate/platform/testing/hostile-css'
import { expect, type Page } from '@playwright/test'
import { test } from '../support/browser.ts'

// Styling acts without scripts, and each trick loads a page.
test.use({ draws: true, javaScriptEnabled: false })

/** Returns the rendering around the profile's frame, and whether it can be clicked. */
const around = `(() => {
  const seen = []
  for (const element of document.querySelectorAll('header *, main h1, main .profile *, nav *, footer *')) {
    if (element.closest('[class*="profile-"]')) continue
    const { display, color, visibility, opacity, backgroundColor } = getComputedStyle(element)
    const { x, y, width, height } = element.getBoundingClientRect()
    seen.push([element.tagName, display, color, visibility, opacity, backgroundColor, x, width, height].join(' '))
  }
  return seen
})()`

/** Opens a user's unsaved styling, again if the page came without a balance, as it may on a busy machine. */
const openDraft = (page: Page, name: string) =>
  expect(async () => {
    await page.goto(`/user/${name}?styling=draft`)
    expect(await page.getByText('Balance unavailable').count()).toBe(0)
  }).toPass()

/** The number of previews allowed per person in a minute. */
const perPerson = 25
const tricks = Object.entries(hostileCss)

for (let from = 0; from < tricks.length; from += perPerson) {
  test(`hostile styling makes no external request and changes nothing outside the profile, from ${from}`, async ({
    page,
    signIn,
    product,
  }) => {
    test.setTimeout(180_000)
    const name = `Villain_${from}`
    const owner = await signIn(name)
    await owner.post('/settings?/profile', { description: 'About me', theme: 'Light' })
    await owner.post(`/user/${name}?/post`, { content: 'Look at me' })
    const strangers: string[] = []
    page.on('request', (request) => {
      if (!request.url().startsWith(product.baseUrl)) strangers.push(request.url())
    })
    await owner.post('/settings?/previewstyling', { css: 'p{}' })
    // The sidebar shows their picture once it is rendered. Later changes to it must come from the styling.
    await expect
      .poll(async () => {
        const answer = await owner.get(`/search?in=people&q=${name}`)
        const { users } = (await answer.json()) as { users: { portrait: string | null }[] }
        return users[0]?.portrait
      })
      .toEqual(expect.any(String))
    await openDraft(page, name)
    const before = await page.evaluate(around)
    for (const [what, css] of tricks.slice(from, from + perPerson)) {
      await test.step(what, async () => {
        // A draft passes the same filter as saved styling.
        expect((await owner.post('/settings?/previewstyling', { css })).status).toBe(200)
        await openDraft(page, name)
        expect(await page.evaluate(around), what).toEqual(before)
        await page.getByRole('link', { name: 'Edit profile' }).click({ trial: true })
      })
    }
    expect(strangers).toEqual([])
  })
}
