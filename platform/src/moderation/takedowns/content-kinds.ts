import { assetKind } from './asset-kind.ts'
import { placeKind } from './place-kind.ts'

/** Everything that can be taken down. To add a type of content, add an entry here and its name to `contentTypes`. */
export const contentKinds = {
  asset: assetKind,
  place: placeKind,
}
