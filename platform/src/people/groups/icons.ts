import { type Clock, hour } from '@baseplate/service/clock'
import type { Files } from '@baseplate/storage/files'
import type { StoredFile } from '@baseplate/storage/stored-file'
import { useCase } from '../../accounts/door.ts'
import type { Db } from '../../foundation/database.ts'
import { Refused } from '../../foundation/errors.ts'
import { type FileReference, inBatches } from '../../foundation/file-reference.ts'
import { iconInput } from './input.ts'
import { requireGroupById } from './known-groups.ts'
import { requireVisibleGroup } from './require-group.ts'
import { groupIconName, groupIconsFolder } from './rules.ts'

/** Age from which a file without a row is an orphan. Files are written seconds before their row. */
const settledAfter = hour

/**
 * @throws Refused `missing`: the viewer does not see the group, or it has another icon or none.
 */
export const readGroupIcon = useCase(
  {
    summary: "Serves a group's icon. It is cached permanently, because its URL changes with it.",
    scope: 'read',
    input: iconInput,
  },
  async ({ db, files }: { db: Db; files: Files }, viewer, { name, hash }): Promise<StoredFile> => {
    const { id, icon } = await requireVisibleGroup(db, viewer, name)
    const file = icon === hash ? await files.open(groupIconName({ id, icon })) : undefined
    if (!file) throw new Refused('files.not_found')
    return file
  },
)

/**
 * Opens the icon of a group for clients, which show it to everyone in a game.
 *
 * @throws Refused `missing`: no such group, or it has no icon.
 */
export async function readEmblem(
  platform: { db: Db; files: Files },
  groupId: number,
): Promise<{ file: StoredFile; name: string }> {
  const { id, icon } = await requireGroupById(platform, groupId)
  const name = icon === null ? undefined : groupIconName({ id, icon })
  const file = name === undefined ? undefined : await platform.files.open(name)
  if (!(file && name)) throw new Refused('files.not_found')
  return { file, name }
}

/** Shows an approved icon. Its file is stored under the name of the icon. */
export async function setGroupIcon(
  db: Db,
  groupId: number,
  { name, size }: { name: string; size: number },
): Promise<void> {
  await db.updateTable('groups').set({ icon: name, icon_size: size }).where('id', '=', groupId).execute()
}

/** Yields the icons of all groups. */
export async function* groupFileReferences(db: Db): AsyncGenerator<FileReference, void> {
  const groups = inBatches((after: { id: number } | undefined, limit) =>
    db
      .selectFrom('groups')
      .select(['id', 'icon'])
      .where('id', '>', after?.id ?? 0)
      .orderBy('id')
      .limit(limit)
      .execute(),
  )
  for await (const { id, icon } of groups)
    if (icon !== null) yield { name: groupIconName({ id, icon }), sha256: icon }
}

/** Removes icons that no row names, after a change, a crash or a lost connection. */
export async function sweepGroupIcons(platform: { db: Db; files: Files; now: Clock }): Promise<void> {
  const { db, files, now } = platform
  for await (const stored of files.walk(groupIconsFolder)) {
    const ids = stored.flatMap((file) => {
      const [, id] = /^(\d{1,9})-[0-9a-f]{16}\.avif$/.exec(file) ?? []
      return id === undefined ? [] : [{ file: `${groupIconsFolder}/${file}`, id: Number(id) }]
    })
    if (ids.length === 0) continue
    const rows = await db
      .selectFrom('groups')
      .select(['id', 'icon'])
      .where(
        'id',
        'in',
        ids.map(({ id }) => id),
      )
      .execute()
    const named = new Set(
      rows.flatMap(({ id, icon }) => (icon === null ? [] : [groupIconName({ id, icon })])),
    )
    for (const { file } of ids) if (!named.has(file)) await files.removeUntouched(file, now() - settledAfter)
  }
}
