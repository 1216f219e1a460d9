import { expect, test } from 'vitest'
import { offlinePage, offlineWordsIn } from './offline.ts'

const words = {
  lang: 'de',
  dir: 'ltr',
  colours: 'dark',
  site: 'Fun & Games',
  title: 'Keine Verbindung',
  about: 'Prüfe deine Verbindung.',
  retry: 'Noch einmal versuchen',
}

test('the page without a connection has the language and the theme of the last page', () => {
  const page = offlinePage(words, 'main { max-width: 30rem }')
  expect(page).toContain('<html lang="de" dir="ltr">')
  expect(page).toContain(':root { color-scheme: dark; }')
  expect(page).toContain('<h1>Keine Verbindung</h1>')
})

test('the page without a connection escapes the name of the site', () => {
  const page = offlinePage({ ...words, site: '</title><script>alert(1)</script>' }, '')
  expect(page).not.toContain('<script>')
})

test('other messages are no words of a page', () => {
  expect(offlineWordsIn({ ...words, more: 1 })).toEqual(words)
  for (const message of [undefined, null, 'title', {}, { ...words, title: 1 }])
    expect(offlineWordsIn(message)).toBeUndefined()
})
