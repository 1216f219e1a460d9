/** What is asked before something is done. */
export interface Question {
  title: string
  /** What will happen. */
  about: string
  /** The words of the button that does it: "Ban" */
  confirm: string
  /** Nothing is lost by it. */
  harmless?: boolean
}
