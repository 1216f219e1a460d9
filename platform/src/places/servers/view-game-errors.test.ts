import { describe, expect, test } from 'vitest'
import { databases } from '../../testing/platforms.ts'
import { startWithOrchestrator } from './testing/orchestrated.ts'
import { viewGameErrors } from './view-game-errors.ts'

const log = [
  '--- 2026-11-30T12:10:27.030Z place 1, port 34568, version 4',
  "2026-11-30 12:10:28: ERROR[Main]: ServerError: AsyncErr: Lua: Runtime error from mod 'tower' in callback environment_Step(): ...ork/.minetest/games/place/mods/tower/init.lua:3: no coins",
].join('\n')

describe.each(databases)('errors of a game on %s', (kind) => {
  async function start() {
    const started = await startWithOrchestrator(kind)
    Object.assign(started.platform.config, { Engine: 'minetest' })
    return started
  }

  test('are visible only to users who manage the place', async () => {
    const { platform, orchestrator, maker, administrator, player, id } = await start()
    orchestrator.fault = (response) => response.end(log)
    const seen = {
      id,
      name: 'My place',
      slug: 'My-place',
      errors: [{ kind: 'crash', version: 4, file: 'mods/tower/init.lua', line: 3, message: 'no coins' }],
    }
    expect(await viewGameErrors(platform, maker, { id })).toMatchObject(seen)
    expect(await viewGameErrors(platform, administrator, { id })).toMatchObject(seen)
    await expect(viewGameErrors(platform, player, { id })).rejects.toMatchObject({ reason: 'forbidden' })
    expect(orchestrator.asked.at(-1)).toBe(`GET /${id}/log?bytes=1048576`)
  })

  test('are null while the orchestrator fails', async () => {
    const { platform, orchestrator, maker, id } = await start()
    orchestrator.fault = (response) => response.destroy()
    expect(await viewGameErrors(platform, maker, { id })).toMatchObject({ errors: null })
  })

  test('do not exist with classic clients', async () => {
    const { platform, maker, id } = await startWithOrchestrator(kind)
    await expect(viewGameErrors(platform, maker, { id })).rejects.toMatchObject({
      reason: 'missing',
      problem: { code: 'servers.errors_unknown' },
    })
  })
})
