/** A confirmation before an action. */
export interface Question {
  title: string
  /** The consequences. */
  about: string
  /** Label of the confirming button: "Ban". */
  confirm: string
  /** Whether the action is harmless, so that its button is not red. */
  harmless?: boolean
}
