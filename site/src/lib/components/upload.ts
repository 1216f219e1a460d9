import { t } from '#lib/texts/t.ts'

/** Sends the fields of a form with a file, reports the progress, and can be aborted. */
export type Upload = (
  fields: FormData,
  progress: (part: number) => void,
  signal: AbortSignal,
) => Promise<{ message: string }>

/** A file was refused, or the server could not be reached. The message is for the user. */
export class UploadRefused extends Error {}

/**
 * Sends a multipart form. `XMLHttpRequest` reports upload progress, which `fetch` cannot.
 *
 * @param field name of the file field. Its error is the message of a refusal.
 */
export function uploadTo(action: string, field: string): Upload {
  return (fields, progress, signal) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      request.upload.onprogress = (event) => progress(event.loaded / event.total)
      request.onload = () => {
        const { message, errors } = parseResponse(request.responseText)
        if (request.status < 300) resolve({ message: message ?? t('common.file.uploaded') })
        else reject(new UploadRefused(errors?.[field] ?? message ?? t('common.file.unreachable')))
      }
      request.onerror = () => reject(new UploadRefused(t('common.file.unreachable')))
      request.onabort = () => reject(signal.reason)
      signal.addEventListener('abort', () => request.abort())
      request.open('POST', action)
      request.setRequestHeader('Accept', 'application/json')
      // The server answers scripts of pages in the reader's language, and programs in English.
      request.setRequestHeader('X-Requested-With', 'XMLHttpRequest')
      request.send(fields)
    })
}

interface UploadResponse {
  message?: string
  errors?: Record<string, string>
}

/** A proxy may answer with anything. */
function parseResponse(text: string): UploadResponse {
  try {
    return JSON.parse(text) as UploadResponse
  } catch {
    return {}
  }
}
