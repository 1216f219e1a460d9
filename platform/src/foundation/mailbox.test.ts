import { expect, test } from 'vitest'
import { isMailbox, mailboxKey, senderOf } from './mailbox.ts'

test.each([
  'anna@example.org',
  'anna+games@mail.example.co.uk',
  "o'neill_{1}@example.org",
  '"anna b"@example.org',
  String.raw`"a\"b\\c@d"@example.org`,
  'postmaster@localhost',
  'a@[192.0.2.1]',
  'a@[IPv6:2001:db8::1]',
  `${'x'.repeat(64)}@example.org`,
])('%s is a mailbox', (text) => {
  expect(isMailbox(text)).toBe(true)
})

test.each([
  '',
  'anna',
  '@example.org',
  'anna@',
  'anna@exam ple.org',
  '.anna@example.org',
  'an..na@example.org',
  'anna@-example.org',
  'anna@example..org',
  'anna@example.org.',
  'anna@exämple.org',
  'änna@example.org',
  'anna@[300.0.0.1]',
  '"anna@example.org',
  '"a"b"@example.org',
  'anna@example.org\r\nBcc: all@example.org',
  '"an\nna"@example.org',
  'Anna <anna@example.org>',
  `${'x'.repeat(65)}@example.org`,
  `x@${'y'.repeat(64)}.org`,
  `x@${`${'y'.repeat(60)}.`.repeat(4)}organisation`,
])('%j is not a mailbox', (text) => {
  expect(isMailbox(text)).toBe(false)
})

test('mailboxes are equal regardless of letter case and needless quotes', () => {
  expect(mailboxKey('Anna.B@Example.ORG')).toBe('anna.b@example.org')
  expect(mailboxKey('"Anna.B"@example.org')).toBe('anna.b@example.org')
  expect(mailboxKey(String.raw`"\Anna.B"@example.org`)).toBe('anna.b@example.org')
  expect(mailboxKey('"anna b"@example.org')).toBe('"anna b"@example.org')
  expect(mailboxKey('annab@example.org')).not.toBe(mailboxKey('anna.b@example.org'))
})

test.each([
  ['us@example.org', { address: 'us@example.org' }],
  ['Our games <us@example.org>', { name: 'Our games', address: 'us@example.org' }],
  ['"Games, and more" <us@example.org>', { name: 'Games, and more', address: 'us@example.org' }],
  ['<us@example.org>', { address: 'us@example.org' }],
  ['Our games', undefined],
  ['Our games <us>, <them@example.org>', undefined],
  ['Our\r\nBcc: games <us@example.org>', undefined],
])('reads the sender %j', (text, sender) => {
  expect(senderOf(text)).toEqual(sender)
})
