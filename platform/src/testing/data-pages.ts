import type { Actor } from '../accounts/rules.ts'
import { deleteDataEntry, editDataEntry, restoreDataEntry } from '../game-data/pages/change-entry.ts'
import { viewDataEntry } from '../game-data/pages/view-entry.ts'
import { viewDataStores } from '../game-data/pages/view-stores.ts'
import { startDataGame } from './data-game.ts'
import type { DatabaseKind } from './platforms.ts'

/** Opens a game with data, and the pages of them. */
export async function openDataPages(kind: DatabaseKind) {
  const game = await startDataGame(kind)
  const { platform, maker, place, servers } = game
  const { id } = place
  const view = (name: object, actor: Actor = maker) => viewDataEntry(platform, actor, { ...name, id })
  const edit = (name: object, value: string, version: string) =>
    editDataEntry(platform, maker, { ...name, id, value, version })
  const remove = (name: object, version: string) => deleteDataEntry(platform, maker, { ...name, id, version })
  const restore = (name: object, version: string, restored: string) =>
    restoreDataEntry(platform, maker, { ...name, id, version, restored })
  const looks = async () => (await viewDataStores(platform, maker, { id })).looks
  return { ...game, id, server: servers[0], view, edit, remove, restore, looks }
}
