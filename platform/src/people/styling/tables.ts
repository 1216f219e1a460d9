export interface StylingTables {
  /** A user's profile CSS, as it was typed. It is confined again whenever it is handed out. */
  profile_styles: {
    user_id: string
    css: string
    /** Names the version of `css` in the stylesheet's address; empty: there is none. */
    hash: string
    /** Unix milliseconds. */
    updated: number
    /** What the owner is trying out, which nobody else sees. */
    draft: string
  }
}
