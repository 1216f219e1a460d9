import { CannotStart } from '@baseplate/service/cannot-start'

/** Exit codes of `baseplate publish`: docs/reference/site-api.md#the-command-baseplate-publish. */
const exitCodes = { refused: 1, unreachable: 3, outdated: 4 } as const

/** The file was not published. The message is one sentence for the maker. */
export class NotPublished extends CannotStart {
  readonly exitCode: number

  constructor(message: string, why: keyof typeof exitCodes) {
    super(message)
    this.exitCode = exitCodes[why]
  }
}
