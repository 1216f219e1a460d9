import { FilesUnavailable } from '@baseplate/storage/files-unavailable'
import { expect, onTestFinished, test, vi } from 'vitest'
import { databases, openTestPlatform } from '../testing/platforms.ts'
import { createReadyCheck } from './ready.ts'

test.each(databases)('names the service that keeps a site on %s from serving requests', async (kind) => {
  const { db, files } = await openTestPlatform(kind)
  expect(await createReadyCheck({ db, files })()).toBeUndefined()
  const check = vi.spyOn(files, 'check').mockRejectedValue(new FilesUnavailable('away'))
  const ready = createReadyCheck({ db, files })
  expect(await Promise.all([ready(), ready()])).toEqual(Array(2).fill('the storage of files cannot be asked'))
  expect(check).toHaveBeenCalledOnce()
})

test('does not wait for storage that hangs, and does not ask it again meanwhile', async () => {
  const { db, files } = await openTestPlatform('SQLite')
  const check = vi.spyOn(files, 'check').mockReturnValue(new Promise(() => {}))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const ready = createReadyCheck({ db, files })
  for (let asked = 0; asked < 2; asked++) {
    const why = ready()
    await vi.advanceTimersByTimeAsync(2_000)
    expect(await why).toBe('the storage of files does not answer')
  }
  expect(check).toHaveBeenCalledOnce()
})
