import { answerText } from '../answer.ts'
import type { ClientApi, Serving } from '../serving.ts'
import { answerAsset } from './asset.ts'
import { createScriptAssets } from './script-assets.ts'
import { answerSmallThumbnail, answerThumbnail } from './thumbnail.ts'

const eitherMethod = ['GET', 'POST']

/** The contract's endpoints for assets. Paths are in lower case: see `createClientApi`. */
export function addAssetRoutes(api: ClientApi, { platform, signing }: Omit<Serving, 'scripts'>): void {
  const scripts = createScriptAssets(signing)

  api.on(eitherMethod, ['/asset', '/asset/', '/asset/default.ashx'], (c) => answerAsset(platform, scripts, c))

  // Constant, by the contract.
  api.on(eitherMethod, ['/asset/getscriptstate', '/asset/getscriptstate.ashx'], () => answerText('0 0 1 0'))

  api.get('/asset/thumbnail/:file{[0-9]+\\.webp}', (c) =>
    answerSmallThumbnail(platform, Number.parseInt(c.req.param('file'), 10), c),
  )

  api.get('/asset/thumbnail/:id{[0-9]+}', (c) => answerThumbnail(platform, Number(c.req.param('id')), c))
}
