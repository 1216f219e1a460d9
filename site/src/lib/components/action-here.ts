import { page } from '$app/state'

/** Returns the URL of an action of this page that keeps the page's query, such as the selected tab or the filters of a list. */
export function actionHere(name: string): string {
  const kept = new URLSearchParams([...page.url.searchParams].filter(([key]) => !key.startsWith('/')))
  return kept.size > 0 ? `?/${name}&${kept}` : `?/${name}`
}
