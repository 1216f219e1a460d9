/**
 * `node tools/codes.ts` writes docs/reference/codes.md: every code of a refusal, from the English texts and the reasons.
 * `tools/prepare.mjs` runs it, because the page is not committed.
 */
import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { RefusalCode } from '@baseplate/platform/foundation/problem'
import { reasonOf } from '@baseplate/platform/foundation/reasons'
import { refusalStatus } from '@baseplate/platform/foundation/refusal-status'
import '@baseplate/platform/refusals'
import { argumentsOf, parseMessage } from '../texts/src/parse.ts'
import { readShipped } from '../texts/src/read.ts'

const prefix = 'refusals.'

/** Describes every code, as a page of Markdown. */
export function describeCodes(): string {
  const texts = Object.entries(readShipped('en')).filter(([key]) => key.startsWith(prefix))
  const codes = texts.map(([key, text]) => ({ code: key.slice(prefix.length) as RefusalCode, text }))
  const parts = Map.groupBy(codes, ({ code }) => code.slice(0, code.indexOf('.')))
  return [
    '# Codes of refusals',
    '',
    'For programmers: find out why a request was refused. Codes are stable. Responses contain them as the',
    '[site API](site-api.md#errors) says. `npm run build` writes this page from',
    '[the English texts](../../texts/en/refusals.json) and the reasons in the `refusals.ts` of each domain.',
    '',
    'The status is that of a request that is refused for this reason. A form with invalid fields is 400, whatever their',
    'codes. Names in braces are arguments, in the format of',
    '[ICU messages](https://unicode-org.github.io/icu/userguide/format_parse/messages/).',
    ...[...parts].flatMap(([part, listed]) => [
      '',
      `## ${part}`,
      '',
      '| Code | Status | English message | Arguments |',
      '| --- | --- | --- | --- |',
      ...listed.map(rowOf),
    ]),
    '',
  ].join('\n')
}

function rowOf({ code, text }: { code: RefusalCode; text: string }): string {
  const names = [...argumentsOf(parseMessage(text)).keys()].map((name) => `\`${name}\``).join(', ')
  const message = text === '' ? '' : `\`${text.replaceAll('|', '\\|')}\``
  return `| \`${code}\` | ${refusalStatus[reasonOf(code)]} | ${message} | ${names} |`
}

if (import.meta.main)
  writeFileSync(resolve(import.meta.dirname, '../docs/reference/codes.md'), describeCodes())
