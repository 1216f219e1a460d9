import type { PlacePicture } from '@baseplate/platform/places/pictures/icon'
import type { RequestEvent } from '@sveltejs/kit'
import { answerFile } from './answer-file.ts'

/** Kept for good under an address that names it; by browsers alone, since a renewed session's cookie may come with it. */
export function answerPicture(event: RequestEvent, { file, name }: PlacePicture): Promise<Response> {
  const named = event.url.searchParams.get('v') === name
  const kept = named ? 'max-age=31536000, immutable' : 'no-cache'
  return answerFile(event.request, file, {
    'content-type': 'image/avif',
    'cache-control': `private, ${kept}`,
  })
}
