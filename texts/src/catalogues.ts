import Negotiator from 'negotiator'
import { Catalogue } from './catalogue.ts'
import { isLanguageTag } from './language-tag.ts'
import type { Message } from './message.ts'
import { argumentsOf, parseMessage } from './parse.ts'
import { readShipped, shippedLocales } from './read.ts'
import { shippedCatalogue } from './shipped.ts'

/** A file of texts as the operator wrote it. */
interface TextsFile {
  /** Without the folder. */
  name: string
  content: string
}

interface CataloguesOptions {
  /** The operator's files. Each file `<language>.json` changes texts of a language or adds one. */
  changes: readonly TextsFile[]
  /** Path of the folder that has these files, for error messages. */
  folder: string
  /** The languages to offer. Empty: all. */
  offered: readonly string[]
  /** The default language, for readers who prefer none of the offered languages. */
  standard: string
  /** Called with a warning about texts that the platform does not use, as after an upgrade. */
  warn: (sentence: string) => void
}

/** An unusable file of texts. The message is one sentence for the operator. */
export class InvalidTexts extends Error {
  override name = 'InvalidTexts'
}

/** The offered languages of a running platform. */
export class Catalogues {
  /** BCP 47 tags of the offered languages, the default first. */
  readonly locales: readonly string[]
  readonly #catalogues: ReadonlyMap<string, Catalogue>
  readonly #standard: Catalogue
  readonly #english: Readonly<Record<string, string>>
  /** Each language's own texts, without the English ones that fill its gaps. */
  readonly #own: ReadonlyMap<string, Readonly<Record<string, string>>>

  /** @throws InvalidTexts when a file of the operator is damaged, or a language is missing */
  constructor({ changes: files, folder, offered, standard, warn }: CataloguesOptions) {
    const changes = readChanges(files, folder)
    const all = [...new Set<string>([...shippedLocales, ...changes.keys()])]
    const unknown = [standard, ...offered].find((locale) => !all.includes(locale))
    if (unknown !== undefined)
      throw new InvalidTexts(`There is no language ${unknown}: ${folder}/${unknown}.json does not exist`)
    const chosen = offered.length === 0 ? all : all.filter((locale) => offered.includes(locale))
    this.locales = [standard, ...chosen.filter((locale) => locale !== standard)]

    const source = readShipped('en')
    const shippedOf = (locale: string) => shippedLocales.find((one) => one === locale)
    const ownOf = (locale: string): Readonly<Record<string, string>> => {
      const shipped = shippedOf(locale)
      const texts = shipped ? readShipped(shipped) : {}
      const changed = changes.get(locale)
      if (!changed) return texts
      return { ...texts, ...checkChanges(`${folder}/${locale}.json`, changed, source, warn) }
    }
    const english = ownOf('en')
    const catalogues = new Map<string, Catalogue>()
    const texts = new Map<string, Readonly<Record<string, string>>>()
    for (const locale of this.locales) {
      const own = locale === 'en' ? english : ownOf(locale)
      const shipped = english === source && !changes.has(locale) ? shippedOf(locale) : undefined
      catalogues.set(
        locale,
        shipped ? shippedCatalogue(shipped) : new Catalogue(locale, { ...english, ...own }),
      )
      texts.set(locale, own)
    }
    this.#catalogues = catalogues
    this.#english = english
    this.#own = texts
    this.#standard = this.of(standard)
  }

  /** Returns the catalogue of an offered language, or of the default language. */
  of(locale: string | null | undefined): Catalogue {
    return (locale ? this.#catalogues.get(locale) : undefined) ?? this.#standard
  }

  get all(): Catalogue[] {
    return [...this.#catalogues.values()]
  }

  /** Returns the keys that a language shows in English, because its files lack them. */
  missingIn(locale: string): string[] {
    const own = this.#own.get(locale)
    return own ? Object.keys(this.#english).filter((key) => !Object.hasOwn(own, key)) : []
  }

  /** Returns the keys of an added language whose texts are those of English: most are not translated yet. */
  copiedIn(locale: string): string[] {
    if (shippedLocales.some((shipped) => shipped === locale)) return []
    const own = this.#own.get(locale) ?? {}
    return Object.keys(own).filter((key) => own[key] === this.#english[key])
  }

  offers(locale: string): boolean {
    return this.#catalogues.has(locale)
  }

  /** Returns the language that an `Accept-Language` header prefers among these, or the first of them. */
  preferredBy(acceptLanguage: string | null, locales: readonly string[] = this.locales): Catalogue {
    if (acceptLanguage === null) return this.of(locales[0])
    const negotiator = new Negotiator({ headers: { 'accept-language': acceptLanguage } })
    return this.of(negotiator.language([...locales]) ?? locales[0])
  }
}

/** Reads the operator's files: the changed texts of each language. */
function readChanges(files: readonly TextsFile[], folder: string): Map<string, Record<string, string>> {
  const changes = new Map<string, Record<string, string>>()
  for (const { name, content } of files.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
    if (!name.endsWith('.json')) continue
    const locale = name.slice(0, -'.json'.length)
    const path = `${folder}/${name}`
    if (!isLanguageTag(locale))
      throw new InvalidTexts(`${path} is not named after a language: use a tag such as fr.json or pt-BR.json`)
    changes.set(locale, readTexts(path, content))
  }
  return changes
}

function readTexts(path: string, content: string): Record<string, string> {
  let texts: unknown
  try {
    texts = JSON.parse(content)
  } catch (error) {
    throw new InvalidTexts(`${path} is not JSON: ${(error as Error).message}`)
  }
  if (typeof texts !== 'object' || texts === null || Array.isArray(texts))
    throw new InvalidTexts(`${path} has to be an object of texts by key`)
  const wrong = Object.entries(texts).find(([, text]) => typeof text !== 'string')
  if (wrong) throw new InvalidTexts(`${path}: the text of ${wrong[0]} is not a string`)
  return texts as Record<string, string>
}

/** Returns the texts that the platform uses. A text may leave out arguments of the original but cannot add any. */
function checkChanges(
  path: string,
  texts: Record<string, string>,
  source: Record<string, string>,
  warn: (sentence: string) => void,
): Record<string, string> {
  const unknown = Object.keys(texts).filter((key) => !Object.hasOwn(source, key))
  if (unknown.length > 0) warn(`${path} has texts that the platform does not use: ${unknown.join(', ')}`)
  const known = Object.entries(texts).filter(([key]) => Object.hasOwn(source, key))
  for (const [key, text] of known) {
    const allowed = argumentsOf(parseMessage(source[key] ?? ''))
    const other = [...argumentsOf(parseChange(path, key, text)).keys()].find((name) => !allowed.has(name))
    if (other !== undefined)
      throw new InvalidTexts(
        `${path}: the text of ${key} uses {${other}}, and there is only ${[...allowed.keys()].join(', ') || 'plain text'}`,
      )
  }
  return Object.fromEntries(known)
}

function parseChange(path: string, key: string, text: string): Message {
  try {
    return parseMessage(text)
  } catch (error) {
    throw new InvalidTexts(`${path}: the text of ${key} is not a valid message: ${(error as Error).message}`)
  }
}
