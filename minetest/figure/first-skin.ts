import { draw } from '@baseplate/renderer/draw'

/** Default body colours of new users: `Avatars.BodyColours`. */
const colours = { Head: 24, Torso: 23, LeftArm: 24, RightArm: 24, LeftLeg: 119, RightLeg: 119 }

/** Draws the skin that players wear until their own arrives. */
export async function drawFirstSkin(): Promise<Uint8Array> {
  const { skin } = await draw({ kind: 'skin', colours, clothes: {} })
  if (!skin) throw new Error('no skin was drawn')
  return skin
}
