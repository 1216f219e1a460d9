import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { addRun } from '@baseplate/platform/places/servers/queries'
import { reserveWorld, storeWorld } from '@baseplate/platform/places/worlds/store'
import { expect, test } from 'vitest'
import { backedUpPlatform, forever, quiet, verdicts } from '../testing/backed-up.ts'
import { backUp } from './backup.ts'
import { restore } from './restore.ts'

test('restores the stored worlds of places, and notices when one is lost', async () => {
  const { platform, id, target, folder } = await backedUpPlatform()
  Object.assign(platform.config, { Engine: 'minetest' })
  const { ticket } = await addRun(platform.db, id, { now: platform.now(), startedBy: null })
  const number = await reserveWorld(platform, id, { ticket, after: 0 })
  await storeWorld(platform, id, { ticket, number, cause: 'stop' }, [Buffer.from('a world')])
  const archive = join(folder, 'with-world.tar')
  await backUp(platform.config, archive, forever, quiet)
  await restore(target, archive, forever, quiet)
  const [name = ''] = await readdir(join(target.dataDirectory, 'worlds'))
  expect(await readFile(join(target.dataDirectory, 'worlds', name), 'utf8')).toBe('a world')
  await platform.files.remove(`worlds/${name}`)
  expect((await verdicts(platform.config)).files).toEqual([`worlds/${name} is missing`])
})
