import { SvelteMap } from 'svelte/reactivity'
import { refresh } from '#lib/components/refresh.ts'
import { dismissToast, showToast } from '#lib/components/toasts.svelte.ts'
import { t } from '#lib/texts/t.ts'
import { deserialize } from '$app/forms'

interface Approval {
  id: number
  /** Hash of the reviewed file. */
  file: string
  name: string
}

const action = '/admin/assets?/approve'

/** Approvals that can still be undone, with their toasts. */
const undoable = new SvelteMap<number, { approval: Approval; toast: number }>()

export const isUndoable = (id: number): boolean => undoable.has(id)

/**
 * Approves an item when its undo toast disappears, because a single key press may be a slip.
 *
 * @param ondone called when the page shows the outcome
 */
export function approveLater(approval: Approval, ondone: () => void): void {
  if (undoable.has(approval.id)) return
  const toast = showToast(t('approval.later', { name: approval.name }), {
    undo: () => undoable.delete(approval.id),
    ongone: () => void send(approval).then(ondone),
  })
  undoable.set(approval.id, { approval, toast })
}

export function undoApproval(id: number): void {
  const toast = undoable.get(id)?.toast
  undoable.delete(id)
  if (toast !== undefined) dismissToast(toast)
}

const fieldsOf = ({ id, file }: Approval) => new URLSearchParams({ id: String(id), file })

async function send(approval: Approval): Promise<void> {
  if (!undoable.has(approval.id)) return
  const failure = await failureOf(approval)
  if (failure !== undefined) showToast(failure, { tone: 'danger' })
  await refresh()
  undoable.delete(approval.id)
}

/** Submits an approval as the page's forms do. Returns why it failed, in the reader's language. */
async function failureOf(approval: Approval): Promise<string | undefined> {
  const { name } = approval
  const headers = { accept: 'application/json', 'x-sveltekit-action': 'true' }
  const result = await fetch(action, { method: 'POST', headers, body: fieldsOf(approval) })
    .then(async (response) =>
      deserialize<Record<string, unknown>, { problem?: string }>(await response.text()),
    )
    .catch(() => undefined)
  if (result?.type === 'success') return undefined
  const reason = result?.type === 'failure' ? result.data?.problem : undefined
  return reason === undefined
    ? t('approval.failed_unreachable', { name })
    : t('approval.failed', { name, reason })
}

/** Sends pending approvals when the document is left, because undoing is no longer possible. */
function sendAll(): void {
  for (const { approval } of undoable.values()) navigator.sendBeacon(action, fieldsOf(approval))
  undoable.clear()
}

if (typeof window !== 'undefined') window.addEventListener('pagehide', sendAll)
