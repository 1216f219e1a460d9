/** Only plain file names are allowed, because the name goes into a signed script and a path that a server opens. */
const mapName = /^[A-Za-z0-9_.\- ]+$/

/**
 * Returns the address that a self-hosted server loads its map from, or an empty string:
 * docs/reference/client-protocol.md#host-script.
 *
 * @param autopilot the file name in base64, with or without padding.
 */
export function autopilotMap(
  autopilot: string | undefined,
  client: { AssetScheme: string; PlaceExtension: string },
): string {
  const name = Buffer.from(autopilot ?? '', 'base64').toString('latin1')
  // Node's decoder skips invalid characters, so the name is encoded again for comparison.
  const canonical = Buffer.from(name, 'latin1').toString('base64')
  const isBase64 = autopilot === canonical || autopilot === canonical.replace(/=+$/, '')
  return isBase64 && mapName.test(name) && name.endsWith(`.${client.PlaceExtension}`)
    ? `${client.AssetScheme}://maps/${name}`
    : ''
}
