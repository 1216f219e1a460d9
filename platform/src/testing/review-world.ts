import { minute } from '@baseplate/service/clock'
import { type Actor, permissionLevel } from '../accounts/rules.ts'
import { storeAsset } from '../assets/files/store-asset.ts'
import { assetType } from '../assets/types.ts'
import { appealAsset } from '../moderation/appeals/appeal.ts'
import { decideAppeal } from '../moderation/appeals/decide-appeal.ts'
import { viewAppeals } from '../moderation/appeals/view-appeals.ts'
import { viewQueue } from '../moderation/asset-review/queue.ts'
import { viewNotifications } from '../notifications/list.ts'
import { registerPerson } from './people.ts'
import { type DatabaseKind, openTestPlatform } from './platforms.ts'

/** Starts a platform with a maker of items and two reviewers. */
export async function startReviewing(kind: DatabaseKind) {
  const platform = await openTestPlatform(kind)
  const administrator = await registerPerson(platform, 'Administrator')
  const maker = await registerPerson(platform, 'Maker')
  const staff = async (username: string, level: number): Promise<Actor> => ({
    ...(await registerPerson(platform, username)),
    permissionLevel: level,
  })
  const [ann, ben] = [
    await staff('Ann', permissionLevel.catalogManager),
    await staff('Ben', permissionLevel.moderator),
  ]
  /** Creates a pending item, a minute after the previous one. */
  const make = async (name = 'A hat', by = maker) => {
    const file = [Buffer.from('a hat')]
    platform.pass(minute)
    return (await storeAsset(platform, by, { type: assetType.hat, name }, file)).id
  }
  const queueOf = async (actor: Actor) => {
    const { assets, others } = await viewQueue(platform, actor)
    return {
      mine: assets.filter(({ until }) => until !== null).map(({ id }) => id),
      free: assets.filter(({ until }) => until === null).map(({ id }) => id),
      others: others.map(({ id, holder }) => [id, holder]),
    }
  }
  const on = (id: number, fields = {}) => ({ id: String(id), ...fields })
  const told = async (actor: Actor) => (await viewNotifications(platform, actor)).notifications[0]
  const audited = async () =>
    (
      await platform.db.selectFrom('audit_log').select(['action', 'subject']).orderBy('created').execute()
    ).map(({ action, subject }) => [action, subject])
  const appealFor = (actor: Actor, id: number, input: object) =>
    appealAsset(platform, actor, { id, ...input })
  const decideAssetAppeal = (actor: Actor, input: Record<string, unknown>) =>
    decideAppeal.asset(platform, actor, input)
  const viewItemAppeals = async (actor: Actor, input: object) => {
    const viewed = await viewAppeals(platform, actor, { about: 'items', ...input })
    return viewed.about === 'items' ? viewed.appeals : []
  }
  return {
    platform,
    administrator,
    maker,
    ann,
    ben,
    make,
    queueOf,
    on,
    told,
    audited,
    appealAsset: appealFor,
    decideAssetAppeal,
    viewItemAppeals,
  }
}
