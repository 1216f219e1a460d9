import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { updateProfile } from '../../accounts/update-profile.ts'
import { register } from '../../sign-in/registration/register.ts'
import { errorsOf } from '../../testing/errors.ts'
import { device, registerPerson } from '../../testing/people.ts'
import { databases, openTestPlatform } from '../../testing/platforms.ts'
import { changeBranding, restoreBranding } from './edit.ts'
import {
  openSitePicture,
  removeSitePicture,
  setSitePicture,
  sitePictureReferences,
  sweepSitePictures,
} from './pictures.ts'
import { createBrandingReader } from './reader.ts'
import { viewBranding } from './view.ts'

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#ff0000' } })
    .jpeg()
    .toBuffer()

describe.each(databases)('the branding of the platform on %s', (kind) => {
  async function open() {
    const platform = await openTestPlatform(kind, { Name: 'Configured', Tagline: 'A sentence' })
    return { platform, administrator: await registerPerson(platform, 'Administrator') }
  }
  const fields = { name: 'Blockland', tagline: 'A sentence', accent: '#3366FF', contact: 'help@example.org' }

  test('is the configured one until an administrator changes it, which other processes notice', async () => {
    const { platform, administrator } = await open()
    const other = createBrandingReader(platform)
    expect(await other.read()).toMatchObject({ name: 'Configured', accent: null, languages: ['en', 'de'] })
    await changeBranding(platform, administrator, {
      ...fields,
      languages: 'de',
      terms: '/terms',
      genres: 'Obby\n\n Racing ',
    })
    expect(await platform.branding.read()).toMatchObject({
      name: 'Blockland',
      tagline: 'A sentence',
      accent: '#3366ff',
      links: { terms: '/terms', privacy: '', contact: 'mailto:help@example.org' },
      languages: ['de'],
      genres: ['Obby', 'Racing'],
    })
    platform.pass(1_000)
    expect((await other.read()).name).toBe('Blockland')
    const audited = await platform.db.selectFrom('audit_log').selectAll().executeTakeFirstOrThrow()
    expect(JSON.parse(audited.before ?? '')).toMatchObject({ name: null, languages: null })
    expect(JSON.parse(audited.after ?? '')).toMatchObject({ name: 'Blockland', languages: ['de'] })
  })

  test('warns of passwords with the changed name, and offers its languages only', async () => {
    const { platform, administrator } = await open()
    const secret = 'zyxvolantzyxvolant'
    const form = { username: 'Player_one', password: secret, cpassword: secret, weakpassword: 'false' }
    await changeBranding(platform, administrator, { ...fields, name: 'Zyxvolant', languages: 'de' })
    expect(Object.keys(await errorsOf(register(platform, null, form, device)))).toEqual(['weakpassword'])
    await changeBranding(platform, administrator, { ...fields, languages: 'de' })
    await register(platform, null, form, device)

    const settings = { description: '', theme: 'Light' }
    expect(
      Object.keys(await errorsOf(updateProfile(platform, administrator, { ...settings, language: 'en' }))),
    ).toEqual(['language'])
    await updateProfile(platform, administrator, { ...settings, language: 'de' })
  })

  test('takes the languages of the checked boxes, the default first', async () => {
    const { platform, administrator } = await open()
    const boxes = { 'language-en': 'true', 'language-de': 'true' }
    await changeBranding(platform, administrator, { ...fields, standard: 'de', ...boxes })
    expect((await platform.branding.read()).languages).toEqual(['de', 'en'])
    await changeBranding(platform, administrator, { ...fields, standard: 'de', languages: '', ...boxes })
    expect((await platform.branding.read()).languages).toEqual(['en', 'de'])
    const unknown = changeBranding(platform, administrator, { ...fields, 'language-xx': 'true' })
    expect(Object.keys((await errorsOf(unknown)) ?? {})).toEqual(['languages'])
  })

  test('can be restored from every version and from the configuration', async () => {
    const { platform, administrator } = await open()
    for (const name of ['First', 'Second', 'Second']) {
      await changeBranding(platform, administrator, { ...fields, name })
      platform.pass(1)
    }
    const { versions } = await viewBranding(platform, administrator, {})
    expect(versions.map(({ before, after }) => [before.name, after.name])).toEqual([
      ['First', 'Second'],
      [null, 'First'],
    ])
    await restoreBranding(platform, administrator, { id: versions[1]?.id })
    expect((await platform.branding.read()).name).toBe('First')
    platform.pass(1)
    await restoreBranding(platform, administrator, {})
    expect(await platform.branding.read()).toMatchObject({ name: 'Configured', accent: null })
    expect((await viewBranding(platform, administrator, {})).versions[0]?.actor).toBe('Administrator')
    const refused = restoreBranding(platform, administrator, { id: 'none' })
    await expect(refused).rejects.toMatchObject({ problem: { code: 'identity.version_not_found' } })
  })

  test('gets no version from a picture that it already has', async () => {
    const { platform, administrator } = await open()
    for (const _ of ['first', 'again'])
      await setSitePicture.logo(platform, administrator, { logo: await picture(960, 96) })
    const { versions } = await viewBranding(platform, administrator, {})
    expect(versions.map(({ after }) => Object.keys(after))).toEqual([['logo']])
  })

  test('keeps the pictures of every version, and no others', async () => {
    const { platform, administrator } = await open()
    await setSitePicture.icon(platform, administrator, { icon: await picture(300, 200) })
    await setSitePicture.logo(platform, administrator, { logo: await picture(960, 96) })
    const { icon, logo } = await platform.branding.read()
    expect([icon?.width, icon?.height, logo?.width, logo?.height]).toEqual([512, 512, 480, 48])
    await removeSitePicture(platform, administrator, { picture: 'icon' })
    expect((await platform.branding.read()).icon).toBeNull()
    const orphan = '0123456789abcdef'
    await platform.files.write(`site-pictures/${orphan}.png`, [Buffer.from('x')], 10)
    await sweepSitePictures({ ...platform, now: () => Date.now() + 7_200_000 })
    expect(await openSitePicture(platform, orphan)).toBeUndefined()
    const kept = await openSitePicture(platform, icon?.name ?? '')
    expect(kept?.size).toBeGreaterThan(0)
    await kept?.close()
  })

  test('names a row that was damaged by hand', async () => {
    const { platform } = await open()
    for (const [id, changes] of [
      ['1', '{"logo":"none"}'],
      ['2', '{"name":'],
    ] as const) {
      await platform.db
        .insertInto('site_identity')
        .values({ id, changes, created: 1, actor_id: null })
        .execute()
      await expect(Array.fromAsync(sitePictureReferences(platform.db))).rejects.toThrow(
        `The column "changes" of row ${id} in the table site_identity is invalid`,
      )
      await platform.db.deleteFrom('site_identity').execute()
    }
  })

  test('is refused with a problem for each wrong field, and to others', async () => {
    const { platform, administrator } = await open()
    const wrong = { name: ' ', accent: 'red', terms: 'javascript:alert(1)', contact: '//x', languages: 'xx' }
    await expect(changeBranding(platform, administrator, wrong)).rejects.toMatchObject({
      problems: {
        name: { code: 'identity.name_missing' },
        accent: { code: 'identity.accent_invalid' },
        terms: { code: 'identity.link_invalid' },
        contact: { code: 'identity.contact_invalid' },
        languages: { code: 'identity.languages_invalid' },
      },
    })
    const text = setSitePicture.logo(platform, administrator, { logo: Buffer.from('no picture') })
    await expect(text).rejects.toMatchObject({ problems: { logo: { code: 'files.image_type' } } })
    const user = await registerPerson(platform, 'User')
    const forbidden = { problem: { code: 'site.level_too_low' } }
    await expect(changeBranding(platform, user, fields)).rejects.toMatchObject(forbidden)
    await expect(viewBranding(platform, user, {})).rejects.toMatchObject(forbidden)
  })
})
