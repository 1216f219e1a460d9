import { describe, expect, test } from 'vitest'
import { registerPerson } from '../../testing/people.ts'
import { databases, openTestPlatform } from '../../testing/platforms.ts'
import { previewStyling, updateStyling } from './update.ts'
import { viewProfileStyling, viewStyling } from './view.ts'

describe.each(databases)('profile styling on %s', (kind) => {
  async function start() {
    const platform = await openTestPlatform(kind)
    const owner = await registerPerson(platform, 'Owner')
    const visitor = await registerPerson(platform, 'Visitor')
    const hashFor = async (viewer: typeof owner, mode: 'on' | 'off' | 'draft' = 'on') =>
      (await viewProfileStyling(platform.db, viewer, owner, mode)).stylesheet?.match(/style-(\w+)\.css$/)?.[1]
    return { platform, owner, visitor, hashFor }
  }

  test('is set, served confined under an address of its own, and removed', async () => {
    const { platform, owner, visitor, hashFor } = await start()
    expect(await viewStyling(platform.db, owner)).toEqual({ css: '' })
    expect(await hashFor(visitor)).toBeUndefined()
    const css = 'p { color: red;\r\n position: fixed }\0'
    expect((await updateStyling(platform, owner, { css })).dropped).toMatchObject([{ line: 2 }])
    expect(await viewStyling(platform.db, owner)).toEqual({ css: 'p { color: red;\n position: fixed }' })
    const hash = (await hashFor(visitor)) ?? ''
    expect(await hashFor(visitor, 'off')).toBeUndefined()
    const red = { css: `.profile-${owner.id}.profile-${owner.id} p{color:red}\n`, isExact: true }
    expect(await platform.stylesheets.read(visitor, 'OWNER', hash)).toEqual(red)
    // A page opened before a change still gets a stylesheet.
    expect(await platform.stylesheets.read(visitor, 'owner', 'old')).toEqual({ ...red, isExact: false })

    await updateStyling(platform, owner, { css: 'p { color: blue }' })
    const next = (await hashFor(visitor)) ?? ''
    expect(next).not.toBe(hash)
    expect((await platform.stylesheets.read(visitor, 'owner', next)).css).toContain('blue')
    await updateStyling(platform, owner, { css: ' ' })
    expect(await hashFor(visitor)).toBeUndefined()
    const missing = { reason: 'missing' }
    await expect(platform.stylesheets.read(visitor, 'owner', next)).rejects.toMatchObject(missing)
    await expect(platform.stylesheets.read(visitor, 'nobody', next)).rejects.toMatchObject(missing)
  })

  test('shows a draft to its owner only', async () => {
    const { platform, owner, visitor, hashFor } = await start()
    await updateStyling(platform, owner, { css: 'p{color:red}' })
    const saved = await hashFor(visitor)
    await previewStyling(platform, owner, { css: 'p{color:lime}' })
    expect(await hashFor(visitor)).toBe(saved)
    expect(await hashFor(visitor, 'draft')).toBe(saved)
    expect(await hashFor(owner)).toBe(saved)
    const draft = (await hashFor(owner, 'draft')) ?? ''
    expect(draft).not.toBe(saved)
    expect((await platform.stylesheets.read(owner, 'owner', draft)).css).toContain('lime')
    expect(await platform.stylesheets.read(visitor, 'owner', draft)).toMatchObject({ isExact: false })
    expect((await platform.stylesheets.read(visitor, 'owner', draft)).css).toContain('red')
    expect(await viewStyling(platform.db, owner)).toEqual({ css: 'p{color:red}' })
  })

  test('is limited in length and rate', async () => {
    const { platform, owner } = await start()
    await updateStyling(platform, owner, { css: '\r\n'.repeat(10_000) })
    const tooLong = { errors: { css: 'Use at most 10000 characters' } }
    for (const verb of [updateStyling, previewStyling]) {
      await expect(verb(platform, owner, { css: 'x'.repeat(10_001) })).rejects.toMatchObject(tooLong)
      await expect(verb(platform, owner, {})).rejects.toMatchObject({ errors: { css: expect.any(String) } })
    }
    for (let more = 0; more < 59; more++) await previewStyling(platform, owner, { css: '' })
    await expect(updateStyling(platform, owner, { css: '' })).rejects.toMatchObject({ reason: 'limited' })
  })
})
