import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { permissionLevel } from '@baseplate/platform/accounts/rules'
import { storeAsset } from '@baseplate/platform/assets/files/store-asset'
import { buyAsset } from '@baseplate/platform/assets/ownership/buy'
import type { Config } from '@baseplate/platform/foundation/config/schema'
import { createPlace } from '@baseplate/platform/places/create'
import { updatePlaceFile } from '@baseplate/platform/places/versions/update-file'
import { startTestEconomy } from '@baseplate/platform/testing/economy'
import { registerPerson } from '@baseplate/platform/testing/people'
import { createPostgresDatabase, openTestPlatform } from '@baseplate/platform/testing/platforms'
import { onTestFinished } from 'vitest'
import { openObjectStorage } from '../../cli/src/backup/indexed-files.ts'
import { restore } from '../../cli/src/backup/restore.ts'
import { verify } from '../../cli/src/backup/verify.ts'
import { newFilesUrl } from './object-store.ts'
import { temporaryFolder } from './temporary-folder.ts'
import { unlimited } from './unlimited.ts'

export const quiet = { show() {}, end() {} }
export const forever = new AbortController().signal

/** Starts a platform on PostgreSQL and object storage, with a ledger, a place and a buyer who has money. */
export async function startStored() {
  const folder = await temporaryFolder()
  const dataDirectory = join(folder, 'data')
  const economy = await startTestEconomy({ ledgerFile: join(dataDirectory, 'economy', 'ledger') })
  const platform = await openTestPlatform(
    'PostgreSQL',
    // Each upload removes the version before it.
    { Places: { Versions: 1 }, Limits: unlimited },
    { BASEPLATE_DATA: dataDirectory, ECONOMY_URL: economy.address, FILES_URL: newFilesUrl() },
  )
  const maker = { ...(await registerPerson(platform, 'Maker')), permissionLevel: permissionLevel.verified }
  const buyer = await registerPerson(platform, 'Buyer')
  await economy.mint(buyer, 1_000_000)
  const { id } = await createPlace(platform, maker, { name: 'A place', description: '' })
  const target = newFilesUrl()
  return { platform, maker, buyer, id, folder, target }
}

export type Started = Awaited<ReturnType<typeof startStored>>

/** Uploads and buys without a pause until `stop`. */
export function startLoad({ platform, maker, buyer, id }: Started) {
  const uploads: Buffer[] = []
  let bought = 0
  let stopped = false
  const repeat = async (act: () => Promise<void>) => {
    while (!stopped) await act()
  }
  const loops = [
    repeat(async () => {
      const file = randomBytes(300_000)
      await updatePlaceFile(platform, maker, id, [file])
      uploads.push(file)
    }),
    ...Array.from({ length: 2 }, () =>
      repeat(async () => {
        const asset = { type: 8, name: 'Straw hat' } as const
        const hat = await storeAsset(platform, maker, asset, [randomBytes(1_000)])
        await platform.db
          .updateTable('assets')
          .set({ price: 1, for_sale: 1, visibility: 'Visible' })
          .where('id', '=', hat.id)
          .execute()
        await buyAsset(platform, buyer, { id: hat.id })
        bought += 1
      }),
    ),
  ]
  return {
    uploads,
    bought: () => bought,
    async stop() {
      stopped = true
      await Promise.all(loops)
    },
  }
}

export async function faultsOf(config: Config): Promise<string[]> {
  const all: string[] = []
  for await (const { faults } of verify(config, quiet)) all.push(...faults)
  return all
}

/** Returns the names of the archives below an address. */
export async function archivesAt(filesUrl: string): Promise<string[]> {
  const objects = await openObjectStorage({ filesUrl })
  try {
    return objects ? (await Array.fromAsync(objects.list())).flat() : []
  } finally {
    objects?.close()
  }
}

/** Restores an archive into an empty database, prefix and folder. */
export async function restored({ platform, folder }: Started, archive: string): Promise<Config> {
  const { url, drop } = await createPostgresDatabase()
  onTestFinished(drop)
  const dataDirectory = join(folder, 'restored')
  const config = { ...platform.config, databaseUrl: url, filesUrl: newFilesUrl(), dataDirectory }
  await restore(config, archive, forever, quiet)
  return config
}
