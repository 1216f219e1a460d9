import { hostileCss } from '@baseplate/platform/testing/hostile-css'
import { expect, type Page } from '@playwright/test'
import { test } from '../support/browser.ts'

// Styling acts without scripts.
test.use({ shares: true, javaScriptEnabled: false })

/** Runs in the page. Returns the computed styles and positions of everything around the profile's frame. */
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

/** Replaces the stylesheet of a user's unsaved styling on the open page, and waits until it applies. */
async function applyDraft(page: Page, stylesheet: string): Promise<void> {
  await page.evaluate(`(() => {
    const link = document.querySelector('link[href*="/style-"]')
    link.href = ${JSON.stringify(stylesheet)}
  })()`)
  const applied = `document.querySelector('link[href*="/style-"]').sheet?.href`
  await expect.poll(() => page.evaluate(applied)).toBe(new URL(stylesheet, page.url()).href)
}

/** Tricks of one person. Each takes a preview, of which a person gets 60 in a minute. */
const perPerson = 25
const tricks = Object.entries(hostileCss)

for (let from = 0; from < tricks.length; from += perPerson) {
  test(`hostile styling makes no external request and changes nothing outside the profile (from trick ${from})`, async ({
    page,
    signIn,
    product,
  }) => {
    const name = `Villain_${from}`
    const owner = await signIn(name)
    await owner.post('/settings?/profile', { description: 'About me', theme: 'Light' })
    await owner.post(`/user/${name}?/post`, { content: 'Look at me' })
    const strangers: string[] = []
    page.on('request', (request) => {
      if (!request.url().startsWith(product.baseUrl)) strangers.push(request.url())
    })
    const preview = async (css: string) => {
      // A draft passes the same filter as saved styling.
      expect((await owner.post('/settings?/previewstyling', { css })).status).toBe(200)
      const profile = await owner.get(`/user/${name}?styling=draft`)
      const { styling } = (await profile.json()) as { styling: { stylesheet: string } }
      return styling.stylesheet
    }
    await preview('p{}')
    await page.goto(`/user/${name}?styling=draft`)
    const edit = page.getByRole('link', { name: 'Edit profile' })
    // The pointer stays on the link, which changes its colour.
    await edit.click({ trial: true })
    const before = await page.evaluate(around)
    for (const [what, css] of tricks.slice(from, from + perPerson)) {
      await test.step(what, async () => {
        await applyDraft(page, await preview(css))
        expect(await page.evaluate(around), what).toEqual(before)
        await edit.click({ trial: true })
      })
    }
    expect(strangers).toEqual([])
  })
}
