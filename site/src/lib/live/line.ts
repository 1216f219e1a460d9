/** A connection that delivers messages. */
export interface Line {
  close(): void
}

export type Hear<Message> = (message: Message) => void
