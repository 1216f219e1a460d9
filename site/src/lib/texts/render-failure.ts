import { formatReason, type ReasonFormats } from '@baseplate/texts/reason'
import { t } from './t.ts'

/** Reasons from the built-in renderer and from requests to an external one. */
const formats: ReasonFormats = [
  [/^Its file is missing$/, () => t('render-failures.no_file')],
  [
    /^Its file cannot be read \((?<code>\w+)\)$/,
    ({ code = '' }) => t('render-failures.unreadable', { code }),
  ],
  [/^The picture of asset (?<id>\d+) cannot be read/, ({ id = '' }) => t('render-failures.picture', { id })],
  [/^The mesh of asset (?<id>\d+) has version/, ({ id = '' }) => t('render-failures.version', { id })],
  [/^The mesh of asset (?<id>\d+) has more than/, ({ id = '' }) => t('render-failures.mesh_large', { id })],
  [/^The mesh of asset (?<id>\d+) /, ({ id = '' }) => t('render-failures.mesh', { id })],
  [
    /^The document of asset (?<id>\d+) names no picture$/,
    ({ id = '' }) => t('render-failures.no_picture', { id }),
  ],
  [
    /^The document of asset (?<id>\d+) cannot be read/,
    ({ id = '' }) => t('render-failures.document', { id }),
  ],
  [/^The (files of the )?model of asset \d+ /, () => t('render-failures.memory')],
  [/^The file of asset (?<id>\d+) is too large$/, ({ id = '' }) => t('render-failures.file_large', { id })],
  [/^There are more than \d+ triangles$/, () => t('render-failures.triangles')],
  [/^The model has no parts$/, () => t('render-failures.no_parts')],
  [/^It needs more than \d+ MB$/, () => t('render-failures.memory')],
  [/^It takes longer than|^It was not done within/, () => t('render-failures.slow')],
  [/^It was begun \d+ times|^The worker thread ended/, () => t('render-failures.crashed')],
  [/^The renderer could not be asked|^No pictures came/, () => t('render-failures.renderer_away')],
  [
    /^The renderer answered (?<status>\d+)$/,
    ({ status = '' }) => t('render-failures.renderer_status', { status }),
  ],
  [/^The renderer failed$/, () => t('render-failures.renderer_failed')],
  [/^The asset cloud /, () => t('render-failures.cloud')],
  [/^There is no such user any more$/, () => t('render-failures.no_user')],
]

/** Formats why a render failed. */
export const renderFailure = (reason: string): string => formatReason(formats, reason)

const omitted = /^(?<kind>[\w-]+) asset (?<id>\d+): (?<reason>.+)$/s

/** Formats the items that a render left out, each with its reason. */
export const omittedItems = (items: string): string => items.split('; ').map(omittedItem).join(' ')

function omittedItem(item: string): string {
  const { kind = '', id = '', reason = '' } = omitted.exec(item)?.groups ?? {}
  return id === '' ? item : t('render-failures.omitted', { kind, id, reason: renderFailure(reason) })
}
