/**
 * Copies a text. Browsers offer the clipboard over HTTPS and on localhost only. Elsewhere, a selected text is copied.
 *
 * @throws Error if the browser refuses both
 */
export async function copyText(text: string): Promise<void> {
  // Its type says that it is always there.
  const clipboard: Clipboard | undefined = navigator.clipboard
  if (clipboard) return clipboard.writeText(text)
  const focused = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  field.readOnly = true
  field.className = 'sr-only'
  document.body.append(field)
  field.select()
  const isCopied = document.execCommand('copy')
  field.remove()
  if (focused instanceof HTMLElement) focused.focus()
  if (!isCopied) throw new Error('the browser does not copy')
}
