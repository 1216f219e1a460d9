import { expect, test } from 'vitest'
import { parseS3Location } from './location.ts'

test.each([
  ['s3://files', '', false],
  ['s3://files/', '', false],
  ['s3://my-files.example/some/folder', 'some/folder/', false],
  ['s3://files//deep/prefix_1.0//', 'deep/prefix_1.0/', false],
  ['s3://files?pathStyle=true', '', true],
  ['s3://files/a?pathStyle=false', 'a/', false],
])('reads the bucket, the prefix and the style of %s', (address, prefix, pathStyle) => {
  const bucket = new URL(address).hostname
  expect(parseS3Location(address)).toEqual({ bucket, prefix, pathStyle })
})

test.each([
  'files',
  'https://files/prefix',
  's3://',
  's3://ab',
  's3://Files_1/prefix',
  's3://-files',
  's3://files-',
  's3://key@files/prefix',
  's3://:secret@files/prefix',
  's3://files:9000/prefix',
  's3://files/prefix#part',
  's3://files/pre%20fix',
  's3://files/prefix?pathStyle=yes',
  's3://files/prefix?region=eu',
])('refuses the address %s', (address) => {
  expect(parseS3Location(address)).toBeUndefined()
})
