import { page } from '$app/state'

/** Returns the address of an action of this page that keeps the page's query, such as the selected tab. */
export function actionHere(name: string): string {
  const kept = [...page.url.searchParams].filter(([key]) => !key.startsWith('/'))
  return [`?/${name}`, ...kept.map(([key, value]) => `${key}=${encodeURIComponent(value)}`)].join('&')
}
