/** The data from which a client draws a character. */
export interface Appearance {
  /** Palette numbers by the document's names: `HeadColor` and so on. */
  colours: Record<string, number>
  /** Files of the worn assets, in the list's order. */
  assets: Buffer[]
}

/**
 * Loads a character as a client does: first the list, then each of its addresses in order. This client family follows a
 * redirect for an asset but not for a list.
 *
 * @throws Error with status and body when a request is refused
 */
export async function loadAppearance(appearanceUrl: string, brand = 'Client'): Promise<Appearance> {
  const headers = { 'User-Agent': `${brand}/WinInet` }
  const load = async (url: string, redirect: 'manual' | 'follow') => {
    const response = await fetch(url, { headers, redirect })
    const file = Buffer.from(await response.arrayBuffer())
    if (response.status !== 200) throw new Error(`${response.status} ${file}`)
    return file
  }
  const list = (await load(appearanceUrl, 'manual')).toString()
  const [coloursUrl = '', ...assetUrls] = list.split(';')
  const document = (await load(coloursUrl, 'manual')).toString()
  const assets: Buffer[] = []
  for (const url of assetUrls) assets.push(await load(url, 'follow'))
  return { colours: coloursOf(document), assets }
}

function coloursOf(document: string): Record<string, number> {
  if (!/<Item class="BodyColors"[ >]/.test(document)) throw new Error('the document has no body colours')
  const colours = document.matchAll(/<int name="(\w+)">(\d+)<\/int>/g)
  return Object.fromEntries([...colours].map(([, name, number]) => [name, Number(number)]))
}
