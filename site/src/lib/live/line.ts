/** A way that messages come. */
export interface Line {
  close(): void
}

export type Hear<Message> = (message: Message) => void
