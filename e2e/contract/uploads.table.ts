import { expect } from 'vitest'
import { place, privatePlace, unknown } from '../support/rows/places.ts'
import type { Outcome, Row } from '../support/rows/row.ts'
import {
  begunUpload,
  brokenUpload,
  manyUploads,
  othersUpload,
  tus,
  withMetadata,
} from '../support/rows/uploads.ts'

const begin = (when: string, { headers, ...outcome }: Outcome): Row => ({
  request: 'POST /uploads',
  when,
  by: 'newcomer',
  given: withMetadata(),
  headers: { ...tus, 'upload-length': '5', 'upload-metadata': '{metadata}', ...headers },
  ...outcome,
})

const refusedMetadata = (when: string, wrong: Record<string, string>, field: string): Row =>
  begin(when, {
    given: withMetadata(undefined, wrong),
    status: 400,
    shows: { codes: { [field]: expect.any(String) } },
  })

export const beginning: readonly Row[] = [
  begin('with the size and the place', {
    status: 201,
    location: /^\/uploads\/[a-z0-9]+$/,
    responseHeaders: { 'upload-expires': /./, 'tus-resumable': '1.0.0' },
  }),
  begin('with the whole file', {
    headers: { 'content-type': 'application/offset+octet-stream' },
    body: 'tower',
    status: 201,
    location: /^\/uploads\/[a-z0-9]+$/,
    responseHeaders: { 'upload-offset': '5', etag: /^"1"$/ },
    afterwards: {
      request: 'GET /place/{id}/{name}/settings',
      shows: { versions: [{ version: 1, size: 5 }] },
    },
  }),
  begin('of an empty file', {
    headers: { 'upload-length': '0' },
    status: 400,
    shows: { code: 'files.empty' },
  }),
  begin('of a file above 100 MB', {
    headers: { 'upload-length': '100000001' },
    status: 413,
    shows: { code: 'places.file_too_large' },
  }),
  begin('of another version of the protocol', {
    headers: { 'tus-resumable': '0.2.2' },
    status: 412,
    responseHeaders: { 'tus-version': '1.0.0' },
  }),
  refusedMetadata('without a place', { place: '' }, 'place'),
  refusedMetadata('with a hash that is none', { sha256: 'x' }, 'sha256'),
  refusedMetadata('with a version that is no number', { version: 'x' }, 'version'),
  begin('for a place of another user', {
    given: withMetadata(place),
    status: 403,
    shows: { code: 'places.changing_forbidden' },
  }),
  begin('for a private place of another user', {
    given: withMetadata(privatePlace),
    status: 404,
    shows: { code: 'places.not_found' },
  }),
  begin('for no place', {
    given: withMetadata(async () => unknown),
    status: 404,
    shows: { code: 'places.not_found' },
  }),
  begin('after ten that are unfinished', {
    given: manyUploads,
    status: 409,
    shows: { code: 'uploads.too_many' },
  }),
  begin('by a visitor', {
    by: 'visitor',
    given: withMetadata(place),
    status: 401,
    shows: { code: 'site.sign_in_first' },
  }),
]

const send = (when: string, body: string, { headers, ...outcome }: Outcome): Row => ({
  request: 'PATCH {upload}',
  when,
  by: 'newcomer',
  given: brokenUpload,
  headers: {
    ...tus,
    'content-type': 'application/offset+octet-stream',
    'upload-offset': '2',
    ...headers,
  },
  body,
  ...outcome,
})

/** Nothing more than the first two bytes has arrived. */
const unchanged = { afterwards: { request: 'GET {upload}', shows: { received: 2 } } }

export const resuming: readonly Row[] = [
  {
    request: 'HEAD {upload}',
    when: 'of the sender',
    by: 'newcomer',
    given: brokenUpload,
    headers: tus,
    status: 200,
    responseHeaders: { 'upload-offset': '2', 'upload-length': '5' },
  },
  send('with the rest', 'wer', {
    status: 204,
    responseHeaders: { 'upload-offset': '5', etag: /^"1"$/ },
    afterwards: { request: 'GET {upload}', shows: { received: 5, version: 1 } },
  }),
  send('with a part of the rest', 'w', {
    status: 204,
    responseHeaders: { 'upload-offset': '3' },
    afterwards: { request: 'GET {upload}', shows: { received: 3 } },
  }),
  send('at another offset', 'tower', {
    headers: { 'upload-offset': '0' },
    status: 409,
    shows: { code: 'uploads.offset_conflict' },
    ...unchanged,
  }),
  send('with more than the rest', 'wers', { status: 413, ...unchanged }),
  send('with a checksum of other bytes', 'wer', {
    headers: { 'upload-checksum': 'sha1 Kq5sNclPz7QV2+lfQIuc6R7oRu0=' },
    status: 460,
    shows: { code: 'uploads.checksum_mismatch' },
    ...unchanged,
  }),
  send('with a checksum of an unknown kind', 'wer', {
    headers: { 'upload-checksum': 'md5 Kq5sNclPz7QV2+lfQIuc6R7oRu0=' },
    status: 400,
    ...unchanged,
  }),
  send('of another user', 'wer', {
    given: othersUpload,
    headers: { 'upload-offset': '0' },
    status: 404,
    shows: { code: 'uploads.not_found' },
  }),
  send('by a visitor', 'wer', {
    by: 'visitor',
    given: othersUpload,
    status: 401,
    shows: { code: 'site.sign_in_first' },
  }),
]

const withdraw = (when: string, outcome: Outcome): Row => ({
  request: 'DELETE {upload}',
  when,
  by: 'newcomer',
  given: begunUpload(5),
  headers: tus,
  ...outcome,
})

export const withdrawing: readonly Row[] = [
  withdraw('of the sender', {
    status: 204,
    afterwards: { request: 'GET {upload}', shows: { code: 'uploads.not_found' } },
  }),
  withdraw('of another user', {
    given: othersUpload,
    status: 404,
    shows: { code: 'uploads.not_found' },
  }),
  withdraw('by a visitor', {
    by: 'visitor',
    given: othersUpload,
    status: 401,
    shows: { code: 'site.sign_in_first' },
  }),
]
