/** A short message about a recent event, which disappears by itself. */
export interface Toast {
  id: number
  message: string
  /** `news` is for other people's actions. */
  tone: 'positive' | 'news' | 'danger'
  /** URL with more about it. */
  href?: string
  /** Called when the link is opened. */
  onopen?: () => void
  /** Undoes the action. */
  undo?: () => void
  /** Called when the toast disappears for any reason. */
  ongone?: () => void
}

const shown = $state<Toast[]>([])
let last = 0

export const toasts: readonly Toast[] = shown

export function showToast(
  message: string,
  options: Partial<Pick<Toast, 'tone' | 'href' | 'onopen' | 'undo' | 'ongone'>> = {},
): number {
  shown.push({ id: ++last, message, tone: 'positive', ...options })
  if (shown.length > maxToasts) dropOne()
  return last
}

/** More would cover the page. Toasts with an undo button stay, because the time to undo ends with them. */
const maxToasts = 3
const maxUndoable = 6

function dropOne(): void {
  const plain = shown.find(({ undo }) => undo === undefined)
  const dropped = plain ?? (shown.length > maxUndoable ? shown[0] : undefined)
  if (dropped) dismissToast(dropped.id)
}

export function dismissToast(id: number): void {
  const index = shown.findIndex((toast) => toast.id === id)
  if (index !== -1) shown.splice(index, 1)[0]?.ongone?.()
}
