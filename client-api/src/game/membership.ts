import { permissionLevel } from '@baseplate/platform/accounts/rules'
import type { Membership } from '../scripts/literals.ts'

/** How a permission level shows in games (decisions, section 3). */
export function membershipOf(level: number): Membership {
  if (level >= permissionLevel.administrator) return 'OutrageousBuildersClub'
  if (level >= permissionLevel.moderator) return 'TurboBuildersClub'
  if (level >= permissionLevel.verified) return 'BuildersClub'
  return 'None'
}
