import type { AppealedType } from '../appeal-rules.ts'
import { contentKinds } from '../takedowns/content-kinds.ts'
import type { AppealedKind } from './appealed.ts'
import { appealedContent } from './appealed-content.ts'
import { appealedUser } from './appealed-user.ts'

export const appealedKinds: Readonly<Record<AppealedType, AppealedKind>> = {
  user: appealedUser,
  asset: appealedContent('asset', contentKinds.asset),
  place: appealedContent('place', contentKinds.place),
}
