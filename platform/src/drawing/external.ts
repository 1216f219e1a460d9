import { CannotDraw, pictureSize } from '@baseplate/renderer/drawing'
import { userAgentOf } from '@baseplate/service/user-agent'
import { findUser } from '../accounts/door.ts'
import type { Config } from '../foundation/config/schema.ts'
import type { Db } from '../foundation/database.ts'
import type { Renderer } from '../rendering/door.ts'
import { externalLeaseMs, type RenderSubject, subjectOf } from '../rendering/rules.ts'

/** Maximum number of concurrent requests to the renderer, which may queue them. */
const concurrency = 4

/** Constant, because the platform cannot tell when an external renderer's pictures start to look different. */
export const externalEdition = 1

/**
 * Hands requests to an external renderer (docs/reference/renderer.md#external-renderer), which sends the pictures later: `receiveRender`.
 *
 * @param timeoutMs how long the renderer may take to accept a request.
 */
export function createExternalRenderer(
  platform: { db: Db; config: Pick<Config, 'Renderer' | 'baseUrl'> },
  timeoutMs = 10_000,
): Renderer {
  const { URL: url = '', Key: key } = platform.config.Renderer
  const ending = new AbortController()
  return {
    concurrency,
    edition: externalEdition,
    handsOver: true,
    leaseMs: externalLeaseMs,
    async carryOut({ subject, render_id }) {
      const script = await scriptFor(platform, subject)
      const response = await fetch(`${url.replace(/\/+$/, '')}/${render_id}`, {
        method: 'POST',
        headers: {
          'Content-Type': 'text/plain',
          'User-Agent': userAgentOf('Renderer'),
          Authorization: `Bearer ${key}`,
        },
        body: script,
        redirect: 'error',
        signal: AbortSignal.any([ending.signal, AbortSignal.timeout(timeoutMs)]),
      }).catch((error: Error) => {
        const cause =
          error.name === 'TimeoutError' ? `no response within ${timeoutMs / 1000} s` : reasonOf(error)
        throw new Error(`The renderer could not be asked: ${cause}`)
      })
      await response.body?.cancel()
      if (response.ok) return
      const reason = `The renderer answered ${response.status}`
      throw isRefusal(response.status) ? new CannotDraw(reason) : new Error(reason)
    },
    async close() {
      ending.abort()
    },
  }
}

/** 4xx statuses that ask for a later retry: time-out, too early, too many requests. */
const retriedStatuses: readonly number[] = [408, 425, 429]

/** Whether the renderer has understood and rejected the request. Other statuses are outages. */
const isRefusal = (status: number) => status >= 400 && status < 500 && !retriedStatuses.includes(status)

/** Returns the network error, which `fetch` wraps. */
const reasonOf = (error: Error) => (error.cause instanceof Error ? error.cause.message : error.message)

/** @throws CannotDraw when the user was deleted. */
async function scriptFor(
  { db, config }: { db: Db; config: Pick<Config, 'baseUrl'> },
  subject: RenderSubject,
): Promise<string> {
  const { userId, assetId } = subjectOf(subject)
  if (userId === undefined) return assetScript(config.baseUrl, assetId)
  const user = await findUser(db, userId)
  if (!user) throw new CannotDraw('There is no such user any more')
  return userScript(config.baseUrl, user.username)
}

/** Writes a Lua string. `URL` leaves neither quotes nor backslashes nor line ends in an address. */
const luaString = (address: string) => `"${new URL(address).href}"`

/** Loads a character and takes its body shot, in Lua 5.1 for the classic client's DataModel. */
const bodyScript = (baseUrl: string, appearance: string) => `
game:GetService("ContentProvider"):SetBaseUrl(${luaString(baseUrl)})
game:GetService("ScriptContext").ScriptsDisabled = true
local player = game:GetService("Players"):CreateLocalPlayer(0)
player.CharacterAppearance = ${luaString(appearance)}
player:LoadCharacter(false)
local thumbnails = game:GetService("ThumbnailGenerator")
local body = thumbnails:Click("PNG", ${pictureSize}, ${pictureSize}, true)
`

/** Writes the script for a user. It returns the result that the renderer sends: `Completed`, the body shot and the head shot. */
const userScript = (baseUrl: string, username: string) => `${bodyScript(
  baseUrl,
  `${baseUrl}/asset/characterfetch/${username}`,
)}
local head = player.Character.Head
local camera = Instance.new("Camera")
camera.CoordinateFrame = CFrame.new(
  head.Position + head.CFrame.lookVector * 3.4 + Vector3.new(0.9, 0.5, 0),
  head.Position)
camera.FieldOfView = 32
camera.Name = "ThumbnailCamera"
camera.Parent = player.Character
return "Completed\\n" .. body .. "\\n" .. thumbnails:Click("PNG", ${pictureSize}, ${pictureSize}, true)
`

/** Writes the script for an asset on a plain figure. It returns `Completed` and one picture. */
const assetScript = (baseUrl: string, assetId: number) => `${bodyScript(
  baseUrl,
  `${baseUrl}/api/render/characterasset?id=${assetId}`,
)}
return "Completed\\n" .. body
`
