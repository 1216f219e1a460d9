import { bodyColours, characterList } from '../../avatar/routes.ts'
import { responseOf } from '../../replies.ts'
import type { ClientServices } from '../../services.ts'
import { type ClassicCall, type ClassicContext, getOrPost } from '../call.ts'
import { namedPlayer } from '../named-player.ts'

/** Calls that describe what a player wears, by the player's number. */
export const appearanceCalls: readonly ClassicCall[] = [
  {
    paths: ['/asset/characterfetch.ashx', '/asset/avataraccoutrements.ashx'],
    methods: getOrPost,
    credential: 'none',
    source: 'scripts',
    respond: async ({ platform }, { req }) =>
      responseOf(await characterList(platform, (await namedPlayer(platform, req)).username)),
  },
  {
    paths: ['/asset/bodycolors.ashx'],
    methods: getOrPost,
    credential: 'none',
    source: 'scripts',
    respond: async ({ platform }, { req }) =>
      responseOf(await bodyColours(platform, (await namedPlayer(platform, req)).username)),
  },
  {
    paths: ['/v1.1/avatar-fetch', '/v1/avatar-fetch'],
    methods: getOrPost,
    credential: 'none',
    source: 'servers',
    respond: avatarFetch,
  },
  {
    paths: ['/v1.1/game-start-info'],
    methods: getOrPost,
    credential: 'none',
    source: 'servers',
    respond: () => Response.json(gameStartInfo),
  },
]

/** Every character has the same blocky body. */
const bodyType = 'R6'
const scales = { Width: 1, Height: 1, Head: 1, Depth: 1, Proportion: 0, BodyType: 0 }

/** How a game changes the bodies of its players: not at all. */
const gameStartInfo = {
  gameAvatarType: `MorphTo${bodyType}`,
  allowCustomAnimations: 'False',
  universeAvatarCollisionType: 'OuterBox',
  universeAvatarBodyType: 'Standard',
  jointPositioningType: 'ArtistIntent',
  message: '',
  universeAvatarMinScales: scales,
  universeAvatarMaxScales: scales,
  universeAvatarAssetOverrides: [],
  moderationStatus: null,
}

/** Describes a character. An asset has one version, whose id is the asset's. */
async function avatarFetch({ platform }: ClientServices, { req }: ClassicContext): Promise<Response> {
  const { appearances, config } = platform
  const { username } = await namedPlayer(platform, req)
  const [{ assetIds }, colours] = await Promise.all([
    appearances.wornItemsOf(username),
    appearances.bodyColoursOf(username),
  ])
  const body = {
    resolvedAvatarType: bodyType,
    accessoryVersionIds: assetIds,
    equippedGearVersionIds: [],
    backpackGearVersionIds: [],
    bodyColors: {
      HeadColor: colours.Head,
      TorsoColor: colours.Torso,
      LeftArmColor: colours.LeftArm,
      RightArmColor: colours.RightArm,
      LeftLegColor: colours.LeftLeg,
      RightLegColor: colours.RightLeg,
    },
    bodyColorsUrl: `${config.baseUrl}/asset/bodycolours/${username}`,
    animations: {},
    scales,
  }
  return Response.json(body, { headers: { 'Cache-Control': 'no-cache' } })
}
