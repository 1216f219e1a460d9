import { type Message, Messages } from '@baseplate/texts/message'
import { provideTexts } from './t.ts'

/** Texts as a page or the endpoint of a route delivers them. */
type Texts = Record<string, Message>

/** Id of the element that holds the texts of a page. */
export const textsElementId = 'texts'

let version = ''
let messages = new Messages('en', {})

/** Routes whose texts this document has. */
const loaded = new Map<string, Promise<void>>()

/** Reads the texts that the document came with. */
export function readPageTexts(): void {
  const element = document.getElementById(textsElementId)
  version = element?.dataset.version ?? ''
  messages = new Messages(document.documentElement.lang, JSON.parse(element?.textContent ?? '{}') as Texts)
  provideTexts(() => messages)
}

/** Loads the texts of a route, once. */
export function loadTextsOf(route: string): Promise<void> {
  let loading = loaded.get(route)
  if (!loading) {
    loading = fetchTextsOf(route)
    loading.catch(() => loaded.delete(route))
    loaded.set(route, loading)
  }
  return loading
}

async function fetchTextsOf(route: string): Promise<void> {
  const response = await fetch(`/texts/${messages.locale}/${version}?route=${encodeURIComponent(route)}`)
  if (!response.ok) throw new Error(`the texts of ${route} could not be loaded: ${response.status}`)
  messages.add((await response.json()) as Texts)
}
