import { useCase } from '../../accounts/door.ts'
import { permissionLevel } from '../../accounts/rules.ts'
import { countOwners, findAsset, findHolderOf } from '../../assets/door.ts'
import { fileReplaced } from '../../assets/rules.ts'
import { countWearers } from '../../avatars/door.ts'
import { Refused } from '../../foundation/errors.ts'
import { reviewed } from '../asset-review/claims.ts'
import { contentKinds } from './content-kinds.ts'
import { decide, type Moderating, show, takeDown } from './decide.ts'
import { moderateAssetInput } from './input.ts'

/**
 * @throws Refused `missing`; `forbidden` unless the actor's level is above the creator's; `invalid`: its file was replaced, it was
 * reviewed meanwhile, another reviewer has claimed it, or it is still being taken off.
 */
export const moderateAsset = useCase(
  {
    summary:
      'Takes an asset down or shows it again. The file of an asset that is taken down is stored, and not served. The item is taken off its wearers and not put on again. The image of another asset stands for that asset.',
    scope: 'moderate',
    level: permissionLevel.moderator,
    input: moderateAssetInput,
  },
  async (platform: Moderating, actor, { id: assetId, ...decision }): Promise<void> => {
    const { visibility: to, file } = decision
    const id = (await findHolderOf(platform.db, assetId)) ?? assetId
    const seen = await findAsset(platform.db, id)
    const content = await contentKinds.asset.find(platform.db, String(id))
    if (!seen || !content) throw new Refused('assets.not_found')
    if (content.visibility === to) return
    const decided = await decide(platform, actor, async (deciding) => {
      const { db } = deciding
      if (decision.visibility === 'Visible')
        return (await show(deciding, content, { file })) ? content : undefined
      const before = { wornBy: await countWearers(db, id), ownedBy: await countOwners(db, id) }
      const { reason } = decision
      return (await takeDown(deciding, content, { reason, file, before })) ? content : undefined
    })
    if (decided) return
    const current = await findAsset(platform.db, id)
    // Another moderator has made the same decision meanwhile.
    if (current?.visibility === to) return
    throw current?.file_sha256 === (file ?? seen.file_sha256) ? reviewed() : fileReplaced()
  },
)
