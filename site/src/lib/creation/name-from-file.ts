import { assetNameLimits } from '@baseplate/platform/assets/rules'

/** Derives an item's name from a file's name: `red_shirt-2.png` becomes "red shirt 2". */
export const nameFrom = (fileName: string): string =>
  fileName
    .replace(/\.[^.]*$/, '')
    .replaceAll(/[_\s-]+/g, ' ')
    .trim()
    .slice(0, assetNameLimits.max)
    .trim()
