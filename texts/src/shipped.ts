import { Catalogue } from './catalogue.ts'
import { readShipped, type shippedLocales } from './read.ts'

const catalogues = new Map<string, Catalogue>()

/** Returns a language as it is shipped, with English for texts that it lacks. All platforms of a process share it. */
export function shippedCatalogue(locale: (typeof shippedLocales)[number]): Catalogue {
  const known = catalogues.get(locale)
  if (known) return known
  const catalogue = new Catalogue(locale, { ...readShipped('en'), ...readShipped(locale) })
  catalogues.set(locale, catalogue)
  return catalogue
}
