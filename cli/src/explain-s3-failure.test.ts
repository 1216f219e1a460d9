import { expect, test } from 'vitest'
import { explainStorageFailure } from './explain-s3-failure.ts'

const failure = (name: string, message: string, httpStatusCode?: number) =>
  Object.assign(new Error(message), { name, $metadata: { httpStatusCode } })

test.each([
  [failure('Forbidden', 'UnknownError', 403), 'the storage refuses the credentials'],
  [
    failure('InvalidAccessKeyId', 'no such key', 403),
    'the storage refuses the credentials (InvalidAccessKeyId: no such key)',
  ],
  [failure('Unknown', '401', 401), 'the storage refuses the credentials (401)'],
  [failure('NotFound', 'UnknownError', 404), 'there is no such bucket'],
  [
    failure('RequestTimeTooSkewed', 'too old', 403),
    "this machine's clock differs from the storage's (RequestTimeTooSkewed: too old)",
  ],
  [failure('CredentialsProviderError', 'none'), 'there are no credentials: set AWS_ACCESS_KEY_ID'],
  [failure('Error', 'connect ECONNREFUSED'), 'connect ECONNREFUSED'],
  [new Error('outer', { cause: new Error('the storage does not answer') }), 'the storage does not answer'],
  ['a text', 'a text'],
])('explains %s', (error, sentence) => {
  expect(explainStorageFailure(error)).toBe(sentence)
})
