import { plainText } from '../../foundation/plain-text.ts'
import type { NumberedPlayer } from '../../places/door.ts'

/** Lines that a report keeps: the last ones. */
export const maxLines = 100

/** In characters. Longer lines are cut. */
const maxLineLength = 1_000

/** A line of chat, with the number of its author. */
export interface QuotedLine {
  number: number | undefined
  text: string
}

/** The game server that a report came from, and the chat that it quotes. */
export interface Evidence {
  game: { id: number; run: string | null }
  lines: readonly { userId: string | null; text: string }[]
}

/** @param players who have played in the game, by number. Other lines have no author. */
export const evidenceOf = (
  game: Evidence['game'],
  lines: readonly QuotedLine[],
  players: ReadonlyMap<number, NumberedPlayer>,
): Evidence => ({
  game,
  lines: lines.map(({ number, text }) => ({
    userId: (number !== undefined && players.get(number)?.userId) || null,
    text: plainText(text).slice(0, maxLineLength),
  })),
})
