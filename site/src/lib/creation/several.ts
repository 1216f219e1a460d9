import { t } from '#lib/texts/t.ts'
import { deserialize } from '$app/forms'
import { nameFrom } from './name-from-file.ts'

/** One of several files that become items, as its row shows it. */
export interface Row {
  /** Idempotency key: sending the row twice creates one item. */
  key: string
  file: File
  name: string
  price: string
  /** `kept`: the maker had too little money, so the row was saved as a draft. */
  state: 'ready' | 'sending' | 'created' | 'kept' | 'failed'
  /** Path of the created item. */
  path?: string
  /** Why the item was not created: by field, or as a whole. */
  errors: { name?: string; price?: string; file?: string }
}

const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )

export const rowOf = (file: File): Row => ({
  key: newKey(),
  file,
  name: nameFrom(file.name),
  price: '',
  state: 'ready',
  errors: {},
})

interface Refusal {
  problem?: string
  errors?: { name?: string; price?: string; asset?: string; type?: string }
  values?: { draft?: string }
}

/** Creates the item of a row. The row keeps its key after a failure, because the item may exist already. */
export async function createRow(row: Row, type: number): Promise<Pick<Row, 'state' | 'path' | 'errors'>> {
  const fields = new FormData()
  const texts = { key: row.key, type: String(type), name: row.name, description: '', price: row.price }
  for (const [name, value] of Object.entries(texts)) fields.set(name, value)
  fields.set('asset', row.file)
  try {
    const headers = { accept: 'application/json', 'x-sveltekit-action': 'true' }
    const response = await fetch('/develop/create', { method: 'POST', body: fields, headers })
    const result = deserialize<Record<string, unknown>, Refusal & Record<string, unknown>>(
      await response.text(),
    )
    if (result.type === 'redirect' && result.location.startsWith('/catalog/'))
      return { state: 'created', path: result.location, errors: {} }
    if (result.type === 'failure') {
      const refusal = result.data ?? {}
      return refusal.values?.draft === undefined
        ? { state: 'failed', errors: errorsOf(refusal) }
        : { state: 'kept', errors: {} }
    }
  } catch {
    // If the site is down, a proxy in front of it responds with something else.
  }
  return { state: 'failed', errors: { file: t('common.form.unreachable') } }
}

function errorsOf({ problem, errors = {} }: Refusal): Row['errors'] {
  const { name, price, asset, type } = errors
  const file = asset ?? type ?? problem
  return { ...(name && { name }), ...(price && { price }), ...(file && { file }) }
}
