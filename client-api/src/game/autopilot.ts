/** The file name goes into a script that we sign and a path that a server opens: nothing else may be in it. */
const mapName = /^[A-Za-z0-9_.\- ]+$/

/**
 * Where a self-hosted server loads its map from: `<asset_scheme>://maps/<file name>`, or nowhere, the empty string.
 *
 * @param autopilot the file name in base64, with or without its padding.
 */
export function autopilotMap(
  autopilot: string | undefined,
  client: { AssetScheme: string; PlaceExtension: string },
): string {
  const name = Buffer.from(autopilot ?? '', 'base64').toString('latin1')
  // Node decodes what it can and skips the rest; only what it would encode the same way is base64.
  const canonical = Buffer.from(name, 'latin1').toString('base64')
  const isBase64 = autopilot === canonical || autopilot === canonical.replace(/=+$/, '')
  return isBase64 && mapName.test(name) && name.endsWith(`.${client.PlaceExtension}`)
    ? `${client.AssetScheme}://maps/${name}`
    : ''
}
