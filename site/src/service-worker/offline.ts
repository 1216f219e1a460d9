/** Texts and colours of the page without a connection, as the last page of the site has sent them. */
export interface OfflineWords {
  lang: string
  dir: string
  /** Value of `color-scheme` that fits the theme. */
  colours: string
  site: string
  title: string
  about: string
  retry: string
}

const names = ['lang', 'dir', 'colours', 'site', 'title', 'about', 'retry'] as const

/** Returns the words in a message of a page; undefined for any other message. */
export function offlineWordsIn(message: unknown): OfflineWords | undefined {
  const given: Partial<Record<string, unknown>> = Object(message)
  return names.every((name) => typeof given[name] === 'string')
    ? (Object.fromEntries(names.map((name) => [name, given[name]])) as unknown as OfflineWords)
    : undefined
}

/** Returns the page. It has nothing of the page that was asked for, so the link to the same address asks for that again. */
export function offlinePage(words: OfflineWords, style: string): string {
  const { lang, dir, colours, site, title, about, retry } = Object.fromEntries(
    names.map((name) => [name, escaped(words[name])]),
  ) as unknown as OfflineWords
  return [
    '<!doctype html>',
    `<html lang="${lang}" dir="${dir}">`,
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${title} · ${site}</title>`,
    `<style>${style}:root { color-scheme: ${colours}; }</style>`,
    '<main>',
    `<h1>${title}</h1>`,
    `<p>${about}</p>`,
    `<p><a href="">${retry}</a></p>`,
    '</main>',
  ].join('\n')
}

const escaped = (text: string): string =>
  text.replaceAll(/[&<>"]/g, (character) => `&#${character.codePointAt(0)};`)
