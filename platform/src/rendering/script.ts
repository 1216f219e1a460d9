import { pictureSize } from '@baseplate/renderer/size'

/** An address as `URL` writes it has neither quotes nor backslashes nor line ends: it can stand in a Lua string. */
const luaString = (address: string) => `"${new URL(address).href}"`

const begin = (baseUrl: string, appearance: string) => `
game:GetService("ContentProvider"):SetBaseUrl(${luaString(baseUrl)})
game:GetService("ScriptContext").ScriptsDisabled = true
local player = game:GetService("Players"):CreateLocalPlayer(0)
player.CharacterAppearance = ${luaString(appearance)}
player:LoadCharacter(false)
local thumbnails = game:GetService("ThumbnailGenerator")
local body = thumbnails:Click("PNG", ${pictureSize}, ${pictureSize}, true)
`

/**
 * What an external renderer runs for a user: plain Lua 5.1 for the classic client's DataModel. It returns what the
 * renderer sends back: `Completed`, the body shot, the head shot, each on a line of its own, the pictures in base64.
 */
export const userScript = (baseUrl: string, username: string) => `${begin(
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

/** As `userScript`, for an asset on a plain figure: `Completed` and one picture. */
export const assetScript = (baseUrl: string, assetId: number) => `${begin(
  baseUrl,
  `${baseUrl}/api/render/characterasset?id=${assetId}`,
)}
return "Completed\\n" .. body
`
