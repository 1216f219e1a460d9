import { characterAssetQuery } from '@baseplate/platform/assets/door'
import type { Platform } from '@baseplate/platform/platform'
import type { DirectRoute } from '../direct.ts'
import { queryOf } from '../query.ts'
import { type Reply, responseOf, textResponse } from '../replies.ts'
import type { ClientApi } from '../services.ts'
import { bodyColoursDocument, characterFetch } from './documents.ts'
import { figureHandler } from './figure.ts'
import { pictureHandler, readPlaceholder } from './picture.ts'
import { servePortrait } from './portrait.ts'
import type { Resize } from './resize.ts'

const listHeaders = { 'Content-Type': 'text/plain', 'Cache-Control': 'no-cache', Pragma: 'no-cache' }
const documentHeaders = { 'Content-Type': 'text/plain', 'Cache-Control': 'no-cache' }

/** Body colours of the character in renders of a single asset. */
const blank = { Head: 1, Torso: 1, LeftArm: 1, RightArm: 1, LeftLeg: 1, RightLeg: 1 }

/** Returns the direct routes of appearances. Every player loads those of all others. */
export const directAvatarRoutes = (platform: Platform): DirectRoute[] => [
  {
    // Join scripts add the key of a player.
    address: /^\/asset\/characterfetch\/(\w+)(?:\?(?:session=\w+)?)?$/i,
    reply: (username) => characterList(platform, username),
  },
  {
    address: /^\/asset\/bodycolours\/(\w+)\??$/i,
    reply: (username) => bodyColours(platform, username),
  },
]

type Appearance = Pick<Platform, 'appearances' | 'config'>

/** @throws Refused `missing` `User not found` */
export async function characterList({ appearances, config }: Appearance, username: string): Promise<Reply> {
  const outfit = await appearances.wornItemsOf(username)
  return { status: 200, headers: listHeaders, body: characterFetch(config.baseUrl, outfit) }
}

/** @throws Refused `missing` `User not found` */
export async function bodyColours({ appearances, config }: Appearance, username: string): Promise<Reply> {
  const colours = await appearances.bodyColoursOf(username)
  const body = bodyColoursDocument(config.Client.DocumentRoot, colours)
  return { status: 200, headers: documentHeaders, body }
}

/** Adds the endpoints of docs/reference/client-protocol.md#appearances. */
export async function addAvatarRoutes(api: ClientApi, platform: Platform, resize: Resize): Promise<void> {
  const { config } = platform
  const { baseUrl } = config
  const root = config.Client.DocumentRoot
  const blankDocument = bodyColoursDocument(root, blank)

  /** Lists the addresses of what a player wears, separated by semicolons, after their body colours. */
  api.get('/asset/characterfetch/:username', async (c) =>
    responseOf(await characterList(platform, c.req.param('username'))),
  )

  /** Returns a player's body colours as an XML document. */
  api.get('/asset/bodycolours/:username', async (c) =>
    responseOf(await bodyColours(platform, c.req.param('username'))),
  )

  const placeholder = await readPlaceholder()

  /** Returns the head shot of a user, or the body shot if the name ends in `-body`. */
  api.get('/api/avatar/:username', pictureHandler(platform, placeholder, resize))

  /** Returns the body shot of a user. */
  api.get('/api/figure/:username', figureHandler(platform, placeholder))

  /** Returns the small head shot of a user, as WebP. */
  api.get('/api/portrait/:username', (c) => servePortrait(platform, c))

  /** Returns the body colours of a neutral character. */
  api.get('/api/render/character', () => new Response(blankDocument, { headers: documentHeaders }))

  /** Lists the addresses that dress a neutral character in one asset. */
  api.get('/api/render/characterasset', (c) => {
    const asked = queryOf(c.req, characterAssetQuery)
    if (!asked) return textResponse('Invalid Request', 400)
    return textResponse(`${baseUrl}/api/render/character;${baseUrl}/asset?id=${asked.id}`)
  })
}
