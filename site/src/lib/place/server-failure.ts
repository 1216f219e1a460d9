import { formatFileSize } from '#lib/texts/format.ts'
import { formatReason, type ReasonFormats } from '#lib/texts/reason.ts'
import { t } from '#lib/texts/t.ts'

/** Reasons of the orchestrator: docs/reference/orchestrator.md. */
const formats: ReasonFormats = [
  [
    /^it used more than (?<bytes>\d+) bytes of memory$/,
    ({ bytes }) => t('server-failures.memory', { size: formatFileSize(Number(bytes)) }),
  ],
  [
    /^it was not ready within (?<seconds>[\d.]+) seconds$/,
    ({ seconds }) => t('server-failures.not_ready', { seconds: Number(seconds) }),
  ],
  [
    /^it hung: nothing was heard of it for (?<seconds>\d+) seconds$/,
    ({ seconds }) => t('server-failures.hung', { seconds: Number(seconds) }),
  ],
  [/^it ended with code (?<code>-?\d+)$/, ({ code = '' }) => t('server-failures.ended', { code })],
  [/^it ended by (?<signal>\w+)$/, ({ signal = '' }) => t('server-failures.killed', { signal })],
  [/^it ended without a word$/, () => t('server-failures.unknown_end')],
  [/^there is no free port for it$/, () => t('server-failures.no_port')],
  [/^it could not be started$/, () => t('server-failures.not_started')],
]

/** Formats why a server failed, as the end of a sentence. */
export const serverFailure = (reason: string): string => formatReason(formats, reason)
