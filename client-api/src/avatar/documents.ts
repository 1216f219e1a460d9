import type { WornItems } from '@baseplate/platform/avatars/door'
import type { BodyColours } from '@baseplate/platform/avatars/rules'

/** Returns the list of a character's colours and worn items: docs/reference/client-protocol.md#character-list. */
export const characterFetch = (baseUrl: string, { username, assetIds }: WornItems): string => {
  let list = `${baseUrl}/asset/bodycolours/${username}?`
  for (const id of assetIds) list += `;${baseUrl}/asset?id=${id}`
  return list
}

/** Returns the document of a character's colours: docs/reference/client-protocol.md#body-colours. */
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
