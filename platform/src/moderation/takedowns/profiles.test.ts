import { describe, expect, test } from 'vitest'
import { updateProfile } from '../../accounts/update-profile.ts'
import { viewNotifications } from '../../notifications/list.ts'
import { viewProfile } from '../../people/profiles/view.ts'
import { updateStyling } from '../../people/styling/update.ts'
import { viewProfileStyling } from '../../people/styling/view.ts'
import { registerPerson } from '../../testing/people.ts'
import { databases, openTestPlatform } from '../../testing/platforms.ts'
import { viewAudit } from '../audit/view.ts'
import { claimReport } from '../reports/claim.ts'
import { report } from '../reports/report.ts'
import { sanctionReported } from '../reports/sanction.ts'
import { removeProfileText, restoreProfileText, viewModeratedTexts } from './moderate-profile.ts'

describe.each(databases)('takedowns of profile texts on %s', (kind) => {
  async function start() {
    const platform = await openTestPlatform(kind)
    const founder = await registerPerson(platform, 'Founder')
    const moderator = { ...(await registerPerson(platform, 'Moderator')), permissionLevel: 4 }
    await platform.db
      .updateTable('users')
      .set({ permission_level: 4 })
      .where('id', '=', moderator.id)
      .execute()
    const writer = await registerPerson(platform, 'Writer')
    const write = (description: string) => updateProfile(platform, writer, { description, theme: 'Dark' })
    const shown = async () => (await viewProfile(platform, founder, { username: 'Writer' })).description.text
    const styled = async () =>
      (await viewProfileStyling(platform.db, founder, { id: writer.id, username: 'Writer' }, 'on')).stylesheet
    await write('Rude words')
    return { platform, founder, moderator, writer, write, shown, styled }
  }
  const reason = 'Insults others'
  const description = { part: 'description', reason }

  test('remove the description with a reason for its owner, and can be undone', async () => {
    const { platform, founder, moderator, writer, shown } = await start()
    await removeProfileText(platform, moderator, { ...description, username: 'Writer' })
    expect(await shown()).toBe('')
    const removed = { text: 'Rude words', reason, since: platform.now() }
    expect(await viewModeratedTexts(platform.db, writer, writer.id)).toEqual([
      { part: 'description', removed, mayModerate: false },
    ])
    expect(await viewModeratedTexts(platform.db, moderator, writer.id)).toEqual([
      { part: 'description', removed, mayModerate: true },
    ])
    const { notifications } = await viewNotifications(platform, writer)
    expect(notifications).toMatchObject([
      { type: 'moderation', event: 'description_removed', values: { reason }, link: '/user/Writer' },
    ])
    platform.pass(1)
    await restoreProfileText(platform, moderator, { username: 'Writer', part: 'description' })
    expect(await shown()).toBe('Rude words')
    const { entries } = await viewAudit(platform, founder, {})
    expect(entries.slice(0, 2)).toMatchObject([
      { action: 'restoreprofile', actor: 'Moderator', about: { name: 'Writer', address: '/user/Writer' } },
      { action: 'moderateprofile', before: expect.stringContaining('Rude words') },
    ])
    const again = restoreProfileText(platform, moderator, { username: 'Writer', part: 'description' })
    await expect(again).rejects.toThrow('nothing to restore')
  })

  test('do not overwrite a newer text when they are undone, and can remove the newer text too', async () => {
    const { platform, moderator, write, shown } = await start()
    await removeProfileText(platform, moderator, { ...description, username: 'Writer' })
    await write('Kind words')
    const restoring = () =>
      restoreProfileText(platform, moderator, { username: 'Writer', part: 'description' })
    await expect(restoring()).rejects.toThrow('another text')
    expect(await shown()).toBe('Kind words')
    await removeProfileText(platform, moderator, { ...description, username: 'Writer' })
    await restoring()
    expect(await shown()).toBe('Kind words')
  })

  test('remove styling independently of the description', async () => {
    const { platform, moderator, writer, shown, styled } = await start()
    const styling = { part: 'styling', reason }
    await expect(removeProfileText(platform, moderator, { ...styling, username: 'Writer' })).rejects.toThrow(
      'no such text',
    )
    await updateStyling(platform, writer, { css: 'h2 { color: red }' })
    const before = await styled()
    await removeProfileText(platform, moderator, { ...styling, username: 'Writer' })
    expect([await styled(), await shown()]).toEqual([null, 'Rude words'])
    await restoreProfileText(platform, moderator, { username: 'Writer', part: 'styling' })
    expect(await styled()).toBe(before)
  })

  test('need a moderator of a level above the user’s, and a reason', async () => {
    const { platform, founder, moderator, writer, shown } = await start()
    for (const [actor, username] of [
      [writer, 'Writer'],
      [moderator, 'Founder'],
      [moderator, 'Moderator'],
    ] as const) {
      const removing = removeProfileText(platform, actor, { ...description, username })
      await expect(removing).rejects.toMatchObject({ reason: 'forbidden' })
    }
    await expect(
      removeProfileText(platform, moderator, { ...description, username: 'Nobody' }),
    ).rejects.toMatchObject({
      reason: 'missing',
    })
    for (const input of [{ part: 'description' }, { part: 'username', reason }])
      await expect(removeProfileText(platform, moderator, { ...input, username: 'Writer' })).rejects.toThrow()
    expect(await shown()).toBe('Rude words')
    expect(await viewModeratedTexts(platform.db, writer, founder.id)).toEqual([])
  })

  test('can settle a report about the user', async () => {
    const { platform, founder, moderator, shown } = await start()
    const about = { type: 'user', id: 'Writer', category: 'Harassment', note: '' }
    const { id } = await report(platform, founder, about)
    await claimReport(platform, moderator, { id })
    await sanctionReported(platform, moderator, { id, type: 'None', takedown: 'true', reason })
    expect(await shown()).toBe('')
  })
})
