import { formatFileSize } from './file-size.ts'
import type { Messages } from './message.ts'
import { formatReason, type ReasonFormats } from './reason.ts'

/** Reasons of the orchestrator: docs/reference/orchestrator.md. */
const formatsIn = (texts: Messages): ReasonFormats => [
  [
    /^it used more than (?<bytes>\d+) bytes of memory$/,
    ({ bytes }) =>
      texts.format('server-failures.memory', { size: formatFileSize(Number(bytes), texts.locale) }),
  ],
  [
    /^it was not ready within (?<seconds>[\d.]+) seconds$/,
    ({ seconds }) => texts.format('server-failures.not_ready', { seconds: Number(seconds) }),
  ],
  [
    /^it hung: nothing was heard of it for (?<seconds>\d+) seconds$/,
    ({ seconds }) => texts.format('server-failures.hung', { seconds: Number(seconds) }),
  ],
  [/^it ended with code (?<code>-?\d+)$/, ({ code = '' }) => texts.format('server-failures.ended', { code })],
  [/^it ended by (?<signal>\w+)$/, ({ signal = '' }) => texts.format('server-failures.killed', { signal })],
  [/^it ended without a word$/, () => texts.format('server-failures.unknown_end')],
  [/^there is no free port for it$/, () => texts.format('server-failures.no_port')],
  [/^it could not be started$/, () => texts.format('server-failures.not_started')],
]

/** Formats why a server failed, as the end of a sentence. */
export const formatServerFailure = (reason: string, texts: Messages): string =>
  formatReason(formatsIn(texts), reason)
