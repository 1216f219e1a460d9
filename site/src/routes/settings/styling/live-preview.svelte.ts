import { t } from '#lib/texts/t.ts'
import { deserialize } from '$app/forms'

/** A piece of CSS that is not used, and why. */
export interface Dropped {
  line: number
  text: string
  reason: string
}

type Previewed = { dropped: Dropped[]; stylesheet: string | null }

/** Pause in typing after which the preview follows. */
const pauseMs = 500

/** Follows the editor: sends the typed CSS to the server, which confines it as on saving, and shows the result. */
export class LivePreview {
  /** Stylesheets of the preview. The last one is still loading if there are two. */
  sheets = $state.raw<string[]>([])
  dropped = $state.raw<Dropped[]>()
  /** Why the preview does not follow. */
  problem = $state<string>()
  #timer: ReturnType<typeof setTimeout> | undefined
  #latest = 0

  constructor(stylesheet: string | null) {
    this.sheets = stylesheet === null ? [] : [stylesheet]
  }

  follow(css: string): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#show(css), pauseMs)
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#latest += 1
  }

  /** Drops the stylesheets before one that has loaded. */
  loaded(stylesheet: string): void {
    const at = this.sheets.indexOf(stylesheet)
    if (at > 0) this.sheets = this.sheets.slice(at)
  }

  async #show(css: string): Promise<void> {
    const request = ++this.#latest
    const result = await confine(css)
    if (request !== this.#latest) return
    if (typeof result === 'string') {
      this.problem = result
      return
    }
    this.problem = undefined
    this.dropped = result.dropped
    const { stylesheet } = result
    if (stylesheet === null) this.sheets = []
    else if (this.sheets.at(-1) !== stylesheet) this.sheets = [...this.sheets.slice(-1), stylesheet]
  }
}

/** Returns the URL of the confined CSS and the pieces that were dropped, or why the request failed. */
async function confine(css: string): Promise<Previewed | string> {
  try {
    const response = await fetch('?/previewstyling', {
      method: 'POST',
      body: new URLSearchParams({ css }),
      headers: { accept: 'application/json', 'x-sveltekit-action': 'true' },
    })
    const result = deserialize<Previewed, { problem?: string; errors?: { css?: string } }>(
      await response.text(),
    )
    if (result.type === 'success' && result.data) return result.data
    if (result.type === 'failure')
      return result.data?.problem ?? result.data?.errors?.css ?? t('common.form.unreachable')
  } catch {
    // If the site is down, a proxy in front of it responds with something else.
  }
  return t('common.form.unreachable')
}
