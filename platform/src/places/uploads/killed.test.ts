import type { KyselyPlugin } from 'kysely'
import { expect, test } from 'vitest'
import { registerPerson } from '../../testing/people.ts'
import { databases, openTestPlatform } from '../../testing/platforms.ts'
import { createPlace } from '../create.ts'
import { listVersions } from '../versions/queries.ts'
import { beginUpload } from './begin.ts'
import { continueUpload } from './receive.ts'

/** Fails when the database changes rows of uploads. */
const killed: KyselyPlugin = {
  transformQuery({ node }) {
    if (node.kind === 'UpdateQueryNode' && JSON.stringify(node).includes('"name":"uploads"'))
      throw new Error('killed')
    return node
  },
  transformResult: async ({ result }) => result,
}

test.each(databases)(
  'publishes nothing when the process dies before it records the upload, on %s',
  async (kind) => {
    const platform = await openTestPlatform(kind)
    const maker = await registerPerson(platform, 'Maker')
    const { id: place } = await createPlace(platform, maker, { name: 'A place' })
    await beginUpload(platform, maker, { id: 'one', size: 8, place: `${place}` })
    const send = (on: typeof platform, offset: number, text: string) =>
      continueUpload(on, maker, 'one', { offset, source: [Buffer.from(text)] })
    await send(platform, 0, '<rob')
    const dying = { ...platform, db: platform.db.withPlugin(killed) }
    await expect(send(dying, 4, 'lox>')).rejects.toThrow('killed')
    expect(await listVersions(platform.db, place)).toEqual([])
    await send(platform, 4, 'lox>')
    expect(await listVersions(platform.db, place)).toHaveLength(1)
  },
)
