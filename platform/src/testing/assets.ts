import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Actor } from '../accounts/rules.ts'
import type { ServedAsset } from '../assets/files/asset-files.ts'
import { insertAsset, storeAsset } from '../assets/files/store-asset.ts'
import type { Visibility } from '../assets/rules.ts'
import { assetType } from '../assets/types.ts'
import { newAssetId } from '../foundation/ids.ts'
import type { Platform } from '../platform.ts'
import { registerPerson } from './people.ts'
import { type DatabaseKind, openTestPlatform } from './platforms.ts'
import { startWebServer } from './web-server.ts'

export async function* chunks(...parts: (string | Uint8Array)[]) {
  for (const part of parts) yield Buffer.from(part as string)
}

export const contentOf = (asset: ServedAsset) => (asset.bytes ? asset.bytes.toString() : text(asset.stream()))

/** Starts a platform with a creator and an asset cloud that has every id. */
export async function startAssets(kind: DatabaseKind) {
  const cloud = await startWebServer((request, response, url) => {
    if (request.url?.startsWith('/thumbnails')) {
      response.end(JSON.stringify({ data: [{ imageUrl: `${url}/picture${cloud.asked.length}.png` }] }))
    } else if (request.url?.startsWith('/file'))
      response.end('<roblox>http://www.roblox.com/asset?id=9</roblox>')
    else response.end(JSON.stringify({ location: `${url}/file${request.url}` }))
  })
  const platform = await openTestPlatform(kind, {
    AssetCloud: { URL: cloud.url, AllowPrivateNetwork: true, ThumbnailURL: `${cloud.url}/thumbnails` },
  })
  const administrator = await registerPerson(platform, 'Administrator')
  const creator = await registerPerson(platform, 'Creator')
  const store = async (content: string | Uint8Array, by = creator) =>
    (await storeAsset(platform, by, { type: assetType.hat, name: 'A hat' }, chunks(content))).id
  const show = async (id: number, visibility: Visibility) => {
    await platform.db.updateTable('assets').set({ visibility }).where('id', '=', id).execute()
  }
  const put = async (name: string, content: string) => {
    const file = join(platform.config.dataDirectory, name)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, content)
  }
  const read = async (id: number) => contentOf(await platform.assetFiles.read(id))
  return { platform, cloud, administrator, creator, store, show, put, read }
}

const file = { file_size: 0, file_sha256: '', file_md5: '' }

interface Sold {
  name: string
  type?: number
  price?: number
  sold?: number
  visibility?: Visibility
  forSale?: boolean
}

/** Inserts assets, each a millisecond newer than the previous one. */
export async function stock(platform: Platform, maker: Actor, assets: readonly Sold[]): Promise<number[]> {
  const ids: number[] = []
  for (const { name, type = 8, price = 0, sold = 0, visibility = 'Visible', forSale = true } of assets) {
    const id = newAssetId()
    const asset = {
      id,
      name,
      type,
      description: '',
      visibility,
      price,
      sold,
      for_sale: Number(forSale),
      ...file,
    }
    await insertAsset(platform.db, maker, asset, platform.now() + ids.length)
    ids.push(id)
  }
  return ids
}
