import { lockUser } from '../accounts/queries.ts'
import type { Actor } from '../accounts/rules.ts'
import type { Db } from '../database.ts'
import { parseInput } from '../foundation/input.ts'
import type { Renders } from '../rendering/renders.ts'
import { renderPriority, userSubject } from '../rendering/rules.ts'
import { coloursInput } from './input.ts'
import { setBodyColours } from './queries.ts'

/** Paints somebody's body. @throws InvalidFields for each part without a colour of the palette */
export async function setColours(
  platform: { db: Db; renders: Renders },
  actor: Actor,
  input: unknown,
): Promise<void> {
  const { head, torso, leftArm, rightArm, leftLeg, rightLeg } = parseInput(coloursInput, input)
  await platform.db.transaction().execute(async (db) => {
    await lockUser(db, actor.id)
    await setBodyColours(db, actor.id, {
      head,
      torso,
      left_arm: leftArm,
      right_arm: rightArm,
      left_leg: leftLeg,
      right_leg: rightLeg,
    })
    await platform.renders.request(db, userSubject(actor.id), renderPriority.newLooks)
  })
  platform.renders.wake()
}
