/** Registers the refusals of all domains. The platform, its tests and its tools import it. */
import { refusals as accounts } from './accounts/refusals.ts'
import { refusals as assets } from './assets/refusals.ts'
import { refusals as avatars } from './avatars/refusals.ts'
import { refusals as badges } from './badges/refusals.ts'
import { refusals as comments } from './comments/refusals.ts'
import { refusals as foundation } from './foundation/common-refusals.ts'
import { registerReasons } from './foundation/reasons.ts'
import { refusals as gameData } from './game-data/refusals.ts'
import { refusals as leaving } from './leaving/refusals.ts'
import { refusals as moderation } from './moderation/refusals.ts'
import { refusals as money } from './money/refusals.ts'
import { refusals as notifications } from './notifications/refusals.ts'
import { refusals as operations } from './operations/refusals.ts'
import { refusals as parties } from './parties/refusals.ts'
import { refusals as people } from './people/refusals.ts'
import { refusals as places } from './places/refusals.ts'
import { refusals as rendering } from './rendering/refusals.ts'
import { refusals as signIn } from './sign-in/refusals.ts'
import { refusals as social } from './social/refusals.ts'
import { refusals as webhooks } from './webhooks/refusals.ts'

registerReasons({
  ...foundation,
  ...accounts,
  ...signIn,
  ...notifications,
  ...webhooks,
  ...comments,
  ...social,
  ...money,
  ...rendering,
  ...places,
  ...gameData,
  ...badges,
  ...people,
  ...parties,
  ...assets,
  ...avatars,
  ...moderation,
  ...operations,
  ...leaving,
})
