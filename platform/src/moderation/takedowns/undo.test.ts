import { describe, expect, test } from 'vitest'
import { updateProfile } from '../../accounts/update-profile.ts'
import { viewComments } from '../../comments/view-comments.ts'
import { commentOnPlace } from '../../places/comments/comment.ts'
import { startWithPlace, takingDown } from '../../testing/place-world.ts'
import { databases } from '../../testing/platforms.ts'
import { deletePlaceComment } from './moderate-comment.ts'
import { removeProfileText } from './moderate-profile.ts'
import { undoTakedown } from './undo.ts'
import { viewTakedowns } from './view.ts'

describe.each(databases)('the list of takedowns on %s', (kind) => {
  test('has games, comments and profile texts, and shows them again', async () => {
    const { platform, administrator, moderator, maker, player, id, change, audited } =
      await startWithPlace(kind)
    const reason = 'Rude'
    await updateProfile(platform, player, { description: 'Rude words', theme: 'Dark' })
    const thread = { about: 'place', id, version: 0 } as const
    const said = await commentOnPlace(platform, player, { id, content: 'Rude place' }, { address: '1' })
    await deletePlaceComment(platform, moderator, { id, commentId: said.id, reason })
    await removeProfileText(platform, moderator, { username: player.username, part: 'description', reason })
    await change(moderator, takingDown)

    const listed = async (about: string, actor = moderator) =>
      (await viewTakedowns(platform, actor, { about })).takedowns
    const place = { type: 'place', id: String(id) }
    const comment = { type: 'comment', id: said.id }
    const description = { type: 'description', id: player.id }
    const by = { moderator: 'Moderator', mayUndo: true }
    expect(await listed('games')).toMatchObject([{ ...place, ...by, name: 'Brick race', excerpt: null }])
    expect(await listed('comments')).toMatchObject([{ ...comment, ...by, reason, excerpt: 'Rude place' }])
    expect(await listed('profiles')).toMatchObject([{ ...description, ...by, excerpt: 'Rude words' }])
    expect(await listed('posts')).toEqual([])
    const types = async (input: Record<string, unknown>) =>
      (await viewTakedowns(platform, moderator, input)).takedowns.map(({ type }) => type)
    expect((await types({})).toSorted()).toEqual(['comment', 'description', 'place'])
    expect(await types({ sort: 'oldest' })).toEqual((await types({})).toReversed())
    await expect(undoTakedown(platform, player, comment)).rejects.toMatchObject({ reason: 'forbidden' })

    for (const content of [place, comment, description]) await undoTakedown(platform, moderator, content)
    for (const about of ['all', 'games', 'comments', 'profiles']) expect(await listed(about)).toEqual([])
    expect((await viewComments(platform.db, maker, thread)).comments).toMatchObject([
      { content: 'Rude place' },
    ])
    expect((await audited()).map(([action]) => action)).toEqual(
      expect.arrayContaining(['restorecomment', 'restoreprofile']),
    )
    const unknown = ['place', 'asset', 'group', 'post'].flatMap((type) =>
      ['none', '99999999999', '1.5', ''].map((id) => ({ type, id })),
    )
    for (const content of [comment, ...unknown])
      await expect(undoTakedown(platform, administrator, content)).rejects.toMatchObject({
        reason: 'conflict',
      })
  })
})
