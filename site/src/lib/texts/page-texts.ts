import { type Message, Messages } from '@baseplate/texts/message'
import { provideTexts } from './t.ts'

/** Marks the links to the texts of a page. */
export const textsAttribute = 'data-texts'

/** URL of the texts in the document's language, without the route. */
let baseUrl = ''
let messages = new Messages('en', {})

/** Files of texts that this document has loaded or is loading, by URL. */
const loaded = new Map<string, Promise<void>>()

/**
 * Loads the texts that the document has links to.
 *
 * @throws Error if they cannot be loaded
 */
export async function loadPageTexts(): Promise<void> {
  messages = new Messages(document.documentElement.lang, {})
  const urls = [...document.querySelectorAll(`link[${textsAttribute}]`)].map(
    (link) => link.getAttribute('href') ?? '',
  )
  baseUrl = urls[0]?.split('?')[0] ?? ''
  await Promise.all(urls.map(loadOnce))
  provideTexts(() => messages)
}

/** Loads the texts of a route, once. */
export const loadTextsOf = (route: string): Promise<void> =>
  loadOnce(`${baseUrl}?route=${encodeURIComponent(route)}`)

function loadOnce(url: string): Promise<void> {
  let loading = loaded.get(url)
  if (!loading) {
    loading = load(url)
    loading.catch(() => loaded.delete(url))
    loaded.set(url, loading)
  }
  return loading
}

async function load(url: string): Promise<void> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`the texts at ${url} could not be loaded: ${response.status}`)
  messages.add((await response.json()) as Record<string, Message>)
}
