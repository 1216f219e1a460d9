/** Sends a file, reports its progress, and can be aborted. */
export type Upload = (
  file: File,
  progress: (part: number) => void,
  signal: AbortSignal,
) => Promise<{ message: string }>

/** The server refused a file. The message is the server's. */
export class UploadRefused extends Error {}

const unreachable = 'The server could not be reached. The file is still here: try again in a moment.'

/** Sends a file as the only field of a multipart form. `XMLHttpRequest` reports upload progress, which `fetch` cannot. */
export function uploadTo(action: string, field: string): Upload {
  return (file, progress, signal) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      const body = new FormData()
      body.append(field, file)
      request.upload.onprogress = (event) => progress(event.loaded / event.total)
      request.onload = () => {
        const { message, errors } = answerOf(request.responseText)
        if (request.status < 300) resolve({ message: message ?? 'The file has been uploaded' })
        else reject(new UploadRefused(errors?.[field] ?? message ?? unreachable))
      }
      request.onerror = () => reject(new UploadRefused(unreachable))
      request.onabort = () => reject(signal.reason)
      signal.addEventListener('abort', () => request.abort())
      request.open('POST', action)
      request.setRequestHeader('Accept', 'application/json')
      request.send(body)
    })
}

interface Answer {
  message?: string
  errors?: Record<string, string>
}

/** A proxy may answer with anything. */
function answerOf(text: string): Answer {
  try {
    return JSON.parse(text) as Answer
  } catch {
    return {}
  }
}

/** Formats a size in decimal units, as the limits are defined: 1 MB is 1,000,000 bytes. */
export function fileSize(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`
  if (bytes < 1_000_000) return `${(bytes / 1_000).toFixed(0)} kB`
  if (bytes < 1_000_000_000) return `${(bytes / 1_000_000).toFixed(bytes < 10_000_000 ? 1 : 0)} MB`
  return `${(bytes / 1_000_000_000).toLocaleString('en', { maximumFractionDigits: 1 })} GB`
}
