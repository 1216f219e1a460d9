import sharp from 'sharp'
import { type Actor, permissionLevel } from '../accounts/rules.ts'
import { publish } from '../assets/drafts/publish.ts'
import { startTestEconomy } from './economy.ts'
import { registerPerson } from './people.ts'
import { type DatabaseKind, openTestPlatform, type TestPlatform } from './platforms.ts'

export const unit = 1_000_000

export const picture = (width: number, height: number, format: 'png' | 'jpeg' = 'png') =>
  sharp({ create: { width, height, channels: 3, background: '#c33' } })
    .toFormat(format)
    .toBuffer()

export const model = Buffer.from(
  '<roblox version="4"><Item class="Hat"><Properties><string name="Name">Hat</string></Properties></Item></roblox>',
)

/** Starts a platform with a maker who has 20 units and a catalog manager. */
export async function startCreations(kind: DatabaseKind) {
  const economy = await startTestEconomy()
  const platform = await openTestPlatform(kind, {}, { ECONOMY_URL: economy.address })
  const administrator = await registerPerson(platform, 'Administrator')
  const maker = await registerPerson(platform, 'Maker')
  await economy.mint(maker, 20 * unit)
  const manager: Actor = { ...administrator, permissionLevel: permissionLevel.catalogManager }
  const make = async (
    fields: Record<string, string> = {},
    file: Uint8Array | undefined = undefined,
    actor = maker,
  ) =>
    publish(platform, actor, {
      type: '11',
      name: 'Striped shirt',
      description: 'Blue',
      price: '3',
      ...fields,
      asset: file ?? (await picture(585, 559)),
    })
  return { economy, platform, administrator, maker, manager, make }
}

export async function fileOf(platform: TestPlatform, id: number): Promise<Buffer> {
  const file = await platform.assetFiles.read(id)
  if (!file.bytes) throw new Error('the file is larger than any of these tests')
  return file.bytes
}

export const imageOf = (document: Buffer) => Number(/asset\?id=(\d+)/.exec(document.toString())?.[1])
