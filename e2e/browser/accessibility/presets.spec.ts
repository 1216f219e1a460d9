import { presets } from '@baseplate/platform/people/styling/presets'
import { expectContrast } from '../../support/accessible.ts'
import { open, test } from '../../support/browser.ts'
import { register } from '../../support/person.ts'

test.use({ shares: true })

// A profile without games has a box that says so, in the theme's colours unless a preset has its own.
test('every preset is readable in every theme, with posts and with empty lists', async ({
  page,
  product,
  signIn,
}) => {
  test.setTimeout(600_000)
  const owner = await register(product.baseUrl, 'Preset_owner')
  await owner.post('/settings?/profile', { description: 'About me', theme: 'Light' })
  await owner.post('/user/Preset_owner?/post', { content: 'Look at me' })
  const empty = await register(product.baseUrl, 'Preset_newcomer')
  await signIn('Preset_reader')
  for (const { key, css } of presets)
    await test.step(key, async () => {
      for (const person of [owner, empty]) await person.post('/settings?/styling', { css })
      for (const name of ['Preset_owner', 'Preset_newcomer']) {
        await open(page, `/user/${name}`)
        for (const theme of ['light', 'dark', 'high-contrast']) {
          await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`)
          await expectContrast(page, `${name} with ${key} in ${theme}`)
        }
      }
    })
})
