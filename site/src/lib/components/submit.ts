import { tick } from 'svelte'
import { t } from '#lib/texts/t.ts'
import { applyAction, enhance, type SubmitFunction } from '$app/forms'
import { keepFocus } from './keep-focus.ts'
import { keepTyped, restoreTyped } from './keep-typed.ts'
import { recordInput } from './preserve-input.ts'
import { refresh } from './refresh.ts'
import { showToast } from './toasts.svelte.ts'

type Submission = Parameters<SubmitFunction>[0]
type Result = Parameters<Exclude<Awaited<ReturnType<SubmitFunction>>, void>>[0]['result']

/** The result of a form action, as opposed to a failed request. */
export type ActionResponse = Exclude<Result, { type: 'error' }>

interface Handling {
  /** Called before the form is sent. Returns false to keep it from being sent. */
  onsend?: (submission: Submission) => boolean
  /** Called when the page shows the result. */
  onresponse?: (response: ActionResponse) => void | Promise<void>
  /** Called with a message when the request failed. By default a toast shows it. */
  onfail?: (message: string) => void
  /** Empties the fields on success. */
  reset?: boolean
  /** Reloads what the page shows on success. */
  refreshes?: boolean
}

/**
 * Enhances a form: sends it by script and applies the response to the page. A failed request leaves the page and the fields
 * as they are, where SvelteKit's own `enhance` would replace the page with an error page. A pending form is not sent a
 * second time. Text that is typed while it is pending stays. If the session has ended, the text is back after signing in.
 * Inside an element with `data-keeps-address`, the page keeps its address.
 */
export function submit(form: HTMLFormElement, handling: Handling = {}) {
  let current = handling
  let pending = false
  // Waits until the page knows who has signed in.
  tick().then(() => form.isConnected && restoreTyped(form))

  const { destroy } = enhance(form, (submission) => {
    if (pending || current.onsend?.(submission) === false) {
      submission.cancel()
      return
    }
    pending = true
    const restoreInput = recordInput(form)
    const isHere = submission.action.pathname === location.pathname
    const keepsAddress = form.closest('[data-keeps-address]') !== null
    return async ({ result, update }) => {
      const { reset = false, refreshes = true, onresponse, onfail = toastFailure } = current
      if (result.type === 'error') {
        restoreInput()
        pending = false
        onfail(messageOf(result.error))
        return
      }
      if (result.type === 'redirect' && result.location === '/login') keepTyped(form)
      await keepFocus(async () => {
        // SvelteKit's own refresh would leave the page when the connection is lost in between.
        if (result.type === 'success' && refreshes) await refresh()
        // An action's address may lack the query of the page, such as the chosen tab or filters. Going there after a failure
        // would replace the list beside the form, and could reload the page without its messages.
        await update({
          reset,
          refreshAll: false,
          navigate: !keepsAddress && !(isHere && result.type === 'failure'),
        })
      })
      // The fields show the result only after this.
      await tick()
      if (!reset || result.type === 'failure') restoreInput()
      pending = false
      await onresponse?.(result)
    }
  })
  return {
    update(next: Handling) {
      current = next
    },
    destroy,
  }
}

/** Shows the response of an action that was called without a form, as a passkey does. */
export const showResponse = (response: ActionResponse): Promise<void> => applyAction(response)

const toastFailure = (message: string) => showToast(message, { tone: 'danger' })

const messageOf = ({ status, message }: App.Error): string =>
  status >= 500 ? t('common.form.unreachable') : message
