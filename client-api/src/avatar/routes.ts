import type { Platform } from '@baseplate/platform/platform'
import { textResponse } from '../responses.ts'
import type { ClientApi } from '../services.ts'
import { bodyColoursDocument, characterFetch } from './documents.ts'
import { figureHandler } from './figure.ts'
import { pictureHandler, readPlaceholder } from './picture.ts'
import { servePortrait } from './portrait.ts'

/** Constants, because Hono's adapter sends those fastest, and every player loads the appearance of all others. */
const listHeaders = { 'Content-Type': 'text/plain', 'Cache-Control': 'no-cache', Pragma: 'no-cache' }
const documentHeaders = { 'Content-Type': 'text/plain', 'Cache-Control': 'no-cache' }

/** Body colours of the character in renders of a single asset. */
const blank = { Head: 1, Torso: 1, LeftArm: 1, RightArm: 1, LeftLeg: 1, RightLeg: 1 }

/** Adds the endpoints of docs/reference/client-protocol.md#appearances. */
export async function addAvatarRoutes(api: ClientApi, platform: Platform): Promise<void> {
  const { appearances, config } = platform
  const { baseUrl } = config
  const root = config.Client.DocumentRoot
  const blankDocument = bodyColoursDocument(root, blank)

  api.get('/asset/characterfetch/:username', async (c) => {
    const outfit = await appearances.wornItemsOf(c.req.param('username'))
    return new Response(characterFetch(baseUrl, outfit), { headers: listHeaders })
  })

  api.get('/asset/bodycolours/:username', async (c) => {
    const colours = await appearances.bodyColoursOf(c.req.param('username'))
    return new Response(bodyColoursDocument(root, colours), { headers: documentHeaders })
  })

  const placeholder = await readPlaceholder()

  api.get('/api/avatar/:username', pictureHandler(platform, placeholder))

  api.get('/api/figure/:username', figureHandler(platform, placeholder))

  api.get('/api/portrait/:username', (c) => servePortrait(platform, c))

  api.get('/api/render/character', () => new Response(blankDocument, { headers: documentHeaders }))

  api.get('/api/render/characterasset', (c) => {
    const id = c.req.query('id')
    if (id === undefined || !/^\d{1,15}$/.test(id)) return textResponse('Invalid Request', 400)
    return textResponse(`${baseUrl}/api/render/character;${baseUrl}/asset?id=${Number(id)}`)
  })
}
