import { day, minute } from '@baseplate/service/clock'
import { describe, expect, test } from 'vitest'
import { registerPerson } from '../../testing/people.ts'
import { databases, openTestPlatform } from '../../testing/platforms.ts'
import { createPublishedPlace } from '../../testing/published-place.ts'
import { commentOnPlace } from '../comments/comment.ts'
import { joinPlace } from '../sessions/join.ts'
import { restoreVersion } from '../versions/restore.ts'
import { updatePlaceFile } from '../versions/update-file.ts'
import { tallyVisits } from '../visits/tally.ts'
import { listPlays } from './plays.ts'
import { updateTimeline, viewTimeline } from './timeline.ts'
import { viewUpdate, viewUpdates } from './view.ts'
import { writeNotes } from './write-notes.ts'

describe.each(databases)('updates of a place on %s', (kind) => {
  async function start() {
    const platform = await openTestPlatform(kind, { Places: { Versions: 2 } })
    const maker = await registerPerson(platform, 'Maker')
    const reader = await registerPerson(platform, 'Reader')
    const { id } = await createPublishedPlace(platform, maker, { name: 'Harbour', description: '' })
    const upload = (text: string, fields?: object) => {
      platform.pass(1_000)
      return updatePlaceFile(platform, maker, id, [Buffer.from(text)], fields)
    }
    return { platform, maker, reader, id, upload }
  }

  test('are the versions with notes, even after their files are gone, each with its comments', async () => {
    const { platform, maker, reader, id, upload } = await start()
    await upload('one')
    await writeNotes(platform, maker, { id, version: '1', notes: ' A harbour ' })
    for (const text of ['two', 'three', 'four']) await upload(text)
    await writeNotes(platform, maker, { id, version: '3', notes: 'Boats' })
    await expect(writeNotes(platform, reader, { id, version: '3', notes: 'x' })).rejects.toMatchObject({
      reason: 'forbidden',
    })
    await expect(writeNotes(platform, maker, { id, version: '9', notes: 'x' })).rejects.toMatchObject({
      reason: 'missing',
    })
    const comment = { content: 'Nice boats', version: '3' }
    await commentOnPlace(platform, reader, id, comment, { address: '1' })
    expect(await viewUpdates(platform, id)).toMatchObject({
      updates: [
        { version: 3, notes: 'Boats', comments: 1 },
        { version: 1, notes: 'A harbour', comments: 0 },
      ],
      nextUpdates: null,
      newest: { version: 4, notes: '' },
    })
    const chosen = { placeId: id, version: 3, cursor: undefined }
    expect(await viewUpdate(platform, reader, chosen)).toMatchObject({
      notes: 'Boats',
      comments: [{ content: 'Nice boats' }],
    })
    await writeNotes(platform, maker, { id, version: '3', notes: '' })
    expect((await viewUpdates(platform, id)).updates).toMatchObject([{ version: 1 }])
  })

  test('get their notes with the upload, even when the same file is uploaded again', async () => {
    const { platform, id, upload } = await start()
    await upload('one', { notes: ' A harbour ' })
    await upload('two')
    await expect(upload('three', { notes: 'x'.repeat(2_001) })).rejects.toMatchObject({
      problems: { notes: { code: 'input.too_long' } },
    })
    await upload('two', Promise.resolve({ notes: 'Boats' }))
    expect(await viewUpdates(platform, id)).toMatchObject({
      updates: [
        { version: 2, notes: 'Boats' },
        { version: 1, notes: 'A harbour' },
      ],
      newest: { version: 2 },
    })
  })

  test('count the sessions and the played time of each version', async () => {
    const { platform, maker, reader, id, upload } = await start()
    const play = async (actor: typeof maker, minutes: number) => {
      const { ticket } = await joinPlace(platform, actor, { id })
      const started = platform.now()
      platform.pass(minutes * minute)
      await platform.db
        .updateTable('playing_records')
        .set({ started, last_ping: platform.now(), ended: platform.now() })
        .where('ticket', '=', ticket)
        .execute()
    }
    await upload('one')
    await play(reader, 10)
    await upload('two')
    await play(reader, 5)
    await play(maker, 1)
    await restoreVersion(platform, maker, { id, version: '1' })
    for (let time = 0; time < 2; time++) await tallyVisits(platform)
    const plays = await listPlays(platform.db, id, Math.floor(platform.now() / day) - 1)
    const sums = Map.groupBy(plays, ({ version }) => version)
    const sum = (version: number, of: 'sessions' | 'played_ms') =>
      (sums.get(version) ?? []).reduce((total, row) => total + Number(row[of]), 0)
    expect([sum(1, 'sessions'), sum(2, 'sessions'), sum(3, 'sessions')]).toEqual([1, 2, 0])
    expect([sum(1, 'played_ms'), sum(2, 'played_ms')]).toEqual([10 * minute, 6 * minute])

    await expect(viewTimeline(platform, reader, { id })).rejects.toMatchObject({ reason: 'forbidden' })
    await expect(updateTimeline(platform, reader, { id, open: 'true' })).rejects.toMatchObject({
      reason: 'forbidden',
    })
    await updateTimeline(platform, maker, { id, open: 'true' })
    expect(await viewTimeline(platform, reader, { id })).toMatchObject({
      manages: false,
      open: true,
      versions: [
        { version: 3, restoredFrom: 1, sessions: 0, size: 3 },
        { version: 2, sessions: 2, playedMs: 6 * minute, size: 3 },
        // Two versions are kept.
        { version: 1, sessions: 1, playedMs: 10 * minute, size: null },
      ],
    })
  })
})
