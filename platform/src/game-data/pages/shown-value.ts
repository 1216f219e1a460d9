import { layOutJson } from '../entries/json-text.ts'

/** Characters of a value that is laid out with a line for each member. Larger ones are shown as they are. */
const maxLaidOut = 200_000

/** Characters of a text that the page shows. */
const maxShown = 100_000

/** Bytes of a text that a form can send back. Its lines end with two characters then. */
const maxEdited = 90_000

/** A value as the page shows it. */
export interface ShownValue {
  /** The JSON, or its beginning. */
  text: string
  /** Whether only the beginning is shown. */
  isCut: boolean
  /** Whether the page can change it. Larger values need a program. */
  isEditable: boolean
}

/** Lays out a value. Null: it is too large. */
export const laidOut = (value: string): string | null =>
  value.length <= maxLaidOut ? layOutJson(value) : null

export function shownValue(value: string): ShownValue {
  const text = laidOut(value) ?? value
  const lines = text.split('\n').length
  return {
    text: text.slice(0, maxShown),
    isCut: text.length > maxShown,
    isEditable: Buffer.byteLength(text) + lines <= maxEdited,
  }
}
