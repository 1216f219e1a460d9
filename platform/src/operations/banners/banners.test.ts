import { hour, second } from '@baseplate/service/clock'
import { describe, expect, test } from 'vitest'
import { registerPerson } from '../../testing/people.ts'
import { databases, openTestPlatform } from '../../testing/platforms.ts'
import { createBanners } from './banners.ts'
import { changeBanner, createBanner, deleteBanner, showBanner } from './edit.ts'
import { isSafeLink } from './rules.ts'
import { exportBanners, viewBanners } from './view.ts'

describe.each(databases)('banners on %s', (kind) => {
  async function start() {
    const platform = await openTestPlatform(kind)
    const administrator = await registerPerson(platform, 'Administrator')
    const texts = async () => (await platform.banners.read()).map(({ text }) => text)
    const newest = async () => (await viewBanners(platform, administrator, {})).banners[0]?.id ?? ''
    return { platform, administrator, texts, newest }
  }

  test('shows an enabled banner in its time, at once in the process that changes it and within a second in others', async () => {
    const { platform, administrator, texts, newest } = await start()
    const elsewhere = createBanners(platform)
    expect([await texts(), await elsewhere.read()]).toEqual([[], []])
    const now = platform.now()
    await createBanner(platform, administrator, { text: ' Hello\n there ', link: '/games' })
    expect(await platform.banners.read()).toEqual([
      { id: await newest(), text: 'Hello there', tone: 'Neutral', link: '/games' },
    ])
    platform.pass(second)
    expect(await elsewhere.read()).toHaveLength(1)
    const id = await newest()
    await showBanner(platform, administrator, { id, shown: 'off' })
    expect(await texts()).toEqual([])
    await showBanner(platform, administrator, { id, shown: 'true' })
    await changeBanner(platform, administrator, {
      id,
      text: 'Soon',
      tone: 'Warning',
      starts: String(now + hour),
      ends: new Date(now + 2 * hour).toISOString(),
    })
    expect(await texts()).toEqual([])
    platform.pass(hour)
    expect(await texts()).toEqual(['Soon'])
    platform.pass(hour)
    expect(await texts()).toEqual([])
    await deleteBanner(platform, administrator, { id })
    await deleteBanner(platform, administrator, { id })
    await expect(showBanner(platform, administrator, { id, shown: 'true' })).rejects.toMatchObject({
      reason: 'missing',
    })
    const audited = await platform.db.selectFrom('audit_log').select('action').execute()
    expect(audited.map(({ action }) => action).sort()).toEqual([
      'changebanner',
      'changebanner',
      'changebanner',
      'createbanner',
      'deletebanner',
    ])
  })

  test('the newest banner that warns is for players in games as well', async () => {
    const { platform, administrator } = await start()
    const announce = (text: string, tone: string) => createBanner(platform, administrator, { text, tone })
    await announce('New hats', 'Positive')
    await announce('New look', 'Neutral')
    expect(await platform.banners.readWarning()).toBeNull()
    await announce('Maintenance at 20:00', 'Warning')
    platform.pass(second)
    await announce('The site is slow', 'Danger')
    platform.pass(second)
    await announce('More hats', 'Positive')
    expect(await platform.banners.readWarning()).toBe('The site is slow')
  })

  test('filters and sorts the list', async () => {
    const { platform, administrator } = await start()
    const now = platform.now()
    const at = (ms: number) => String(now + ms)
    for (const fields of [
      { text: 'Over', ends: at(1) },
      { text: 'Now', ends: at(hour) },
      { text: 'Later', starts: at(hour) },
      { text: 'Off' },
    ]) {
      await createBanner(platform, administrator, fields)
      platform.pass(1)
    }
    const listed = async (input: Record<string, unknown>) =>
      (await viewBanners(platform, administrator, input)).banners.map(({ text, state }) => [text, state])
    const [off, later, shown, over] = [
      ['Off', 'shown'],
      ['Later', 'later'],
      ['Now', 'shown'],
      ['Over', 'over'],
    ]
    expect(await listed({})).toEqual([off, later, shown, over])
    expect(await listed({ sort: 'oldest' })).toEqual([over, shown, later, off])
    expect(await listed({ sort: 'soonest' })).toEqual([over, shown, later, off])
    expect(await listed({ q: ' NO ' })).toEqual([shown])
    expect(await listed({ state: 'later' })).toEqual([later])
    const { banners, chosen } = await viewBanners(platform, administrator, { state: 'over' })
    expect([banners.length, chosen]).toEqual([1, null])
    const [{ id } = { id: '' }] = banners
    await showBanner(platform, administrator, { id, shown: 'false' })
    expect(await listed({ state: 'off' })).toEqual([['Over', 'off']])
    expect((await viewBanners(platform, administrator, { change: id, q: 'Now' })).chosen).toMatchObject({
      id,
    })
    expect(await exportBanners(platform, administrator, { state: 'nonsense' })).toHaveLength(4)
  })

  test('accepts valid banners of administrators only', async () => {
    const { platform, administrator } = await start()
    for (const level of [1, 4]) {
      const actor = { ...administrator, permissionLevel: level }
      for (const verb of [createBanner, changeBanner, showBanner, deleteBanner])
        await expect(verb(platform, actor, { text: 'x' })).rejects.toMatchObject({ reason: 'forbidden' })
      await expect(viewBanners(platform, actor, {})).rejects.toMatchObject({ reason: 'forbidden' })
    }
    const fieldsOf = (fields: object) =>
      createBanner(platform, administrator, { text: 'x', ...fields }).then(
        () => 'accepted',
        (error: { errors: object }) => Object.keys(error.errors),
      )
    expect(await fieldsOf({ text: ' \n' })).toEqual(['text'])
    expect(await fieldsOf({ text: 'x'.repeat(301) })).toEqual(['text'])
    expect(await fieldsOf({ tone: 'red' })).toEqual(['tone'])
    expect(await fieldsOf({ link: 'javascript:alert(1)' })).toEqual(['link'])
    expect(await fieldsOf({ starts: 'soon' })).toEqual(['starts'])
    expect(await fieldsOf({ starts: '2030-01-02T12:00', ends: '2030-01-01T12:00' })).toEqual(['ends'])
    for (let more = 0; more < 5; more++) expect(await fieldsOf({})).toBe('accepted')
    expect(await fieldsOf({})).toEqual(['text'])
  })
})

test('accepts paths of this site and https addresses as links', () => {
  for (const link of ['/', '/games?q=1', 'https://example.org/a%20b']) expect(isSafeLink(link)).toBe(true)
  for (const link of [
    'javascript:alert(1)',
    'http://example.org',
    '//evil',
    '/\\evil',
    'data:text/html,x',
    'https://',
    ' https://x',
    'games',
  ])
    expect([link, isSafeLink(link)]).toEqual([link, false])
})
