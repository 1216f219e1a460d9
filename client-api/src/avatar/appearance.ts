import type { Outfit } from '@baseplate/platform/avatars/appearances'
import type { BodyColours } from '@baseplate/platform/avatars/rules'

/**
 * What a client loads to dress a character: the colours' document, then each worn asset. The question mark belongs to
 * the first address: clients append to it.
 */
export const characterFetch = (baseUrl: string, { username, assetIds }: Outfit): string => {
  let list = `${baseUrl}/asset/bodycolours/${username}?`
  for (const id of assetIds) list += `;${baseUrl}/asset?id=${id}`
  return list
}

/** The document of a character's colours, in the clients' own XML. */
export const bodyColoursDocument = (root: string, colours: BodyColours): string =>
  `<${root} version="4">
  <Item class="BodyColors" referent="RBX0">
    <Properties>
      <int name="HeadColor">${colours.Head}</int>
      <int name="LeftArmColor">${colours.LeftArm}</int>
      <int name="LeftLegColor">${colours.LeftLeg}</int>
      <int name="RightArmColor">${colours.RightArm}</int>
      <int name="RightLegColor">${colours.RightLeg}</int>
      <int name="TorsoColor">${colours.Torso}</int>
    </Properties>
  </Item>
</${root}>
`
