import { onMount } from 'svelte'

/**
 * Hydration sets an input or a text area to what the server sent. On a slow line people have typed something by then: it is put
 * back. To be called while the component that has the control is made.
 */
export function keepTyped(id: string): void {
  if (typeof document === 'undefined') return
  const control = document.getElementById(id)
  if (!(control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement)) return
  const { value } = control
  const checked = control instanceof HTMLInputElement && control.checked
  onMount(() => {
    if (control.value !== value) control.value = value
    if (control instanceof HTMLInputElement) control.checked = checked
  })
}
