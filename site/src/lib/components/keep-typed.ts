import { destinationLifetime } from '#lib/account/destination-lifetime.ts'
import { t } from '#lib/texts/t.ts'
import { page } from '$app/state'
import { showToast } from './toasts.svelte.ts'

/** The entry of the tab's session storage. Other sites and other tabs cannot read it, and closing the tab removes it. */
const entry = 'typed'

/** Text of a form that was refused because the session had ended. */
interface Typed {
  viewer: string
  /** Tells the form apart from others: its page, its action and its hidden fields. */
  form: string
  values: [name: string, value: string][]
  at: number
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** Keeps the fields of a form until its user has signed in again. Passwords and files are left out. */
export function keepTyped(form: HTMLFormElement): void {
  const viewer = page.data.viewer?.id
  const values = controlsOf(form).map((control): [string, string] => [control.name, stateOf(control)])
  if (!viewer || values.length === 0) return
  const typed: Typed = { viewer, form: identityOf(form), values, at: Date.now() }
  sessionStorage.setItem(entry, JSON.stringify(typed))
}

/** Fills in what the same user had typed into this form before signing in again. */
export function restoreTyped(form: HTMLFormElement): void {
  const kept = sessionStorage.getItem(entry)
  if (kept === null) return
  const { viewer, form: identity, values, at } = JSON.parse(kept) as Typed
  if (viewer !== page.data.viewer?.id || identity !== identityOf(form)) return
  sessionStorage.removeItem(entry)
  if (Date.now() - at > destinationLifetime) return
  const left = [...values]
  for (const control of controlsOf(form)) {
    const index = left.findIndex(([name]) => name === control.name)
    const [found] = index < 0 ? [] : left.splice(index, 1)
    if (found) fill(control, found[1])
  }
  showToast(t('arriving.typed_is_back'))
}

const identityOf = (form: HTMLFormElement): string =>
  [
    location.pathname + location.search,
    form.getAttribute('action'),
    ...[...form.querySelectorAll<HTMLInputElement>('input[type=hidden]')].map(
      ({ name, value }) => `${name}=${value}`,
    ),
  ].join('\n')

const unkept: ReadonlySet<string> = new Set(['password', 'file', 'hidden', 'submit', 'button'])

const isKept = (element: Element): element is Control =>
  element instanceof HTMLTextAreaElement ||
  element instanceof HTMLSelectElement ||
  (element instanceof HTMLInputElement && !unkept.has(element.type))

/** A visible password is in a text field, so its name decides. */
const controlsOf = (form: HTMLFormElement): Control[] =>
  [...form.elements]
    .filter(isKept)
    .filter(({ name, autocomplete }) => name !== '' && !/password/.test(`${name} ${autocomplete}`))

const isChecked = (control: Control): control is HTMLInputElement =>
  control instanceof HTMLInputElement && (control.type === 'checkbox' || control.type === 'radio')

const stateOf = (control: Control): string =>
  isChecked(control) ? `${control.value}:${control.checked}` : control.value

function fill(control: Control, value: string): void {
  if (isChecked(control)) control.checked = value === `${control.value}:true`
  else control.value = value
  // Some fields react to changes of their value.
  control.dispatchEvent(new Event('input', { bubbles: true }))
  control.dispatchEvent(new Event('change', { bubbles: true }))
}
