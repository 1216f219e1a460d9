import { expect, test } from 'vitest'
import { chatReportOf } from './chat-report.ts'

const read = (xml: string) => chatReportOf(Buffer.from(xml))

test('reads who reports, who is named, the comment and the lines', async () => {
  const xml = `<?xml version="1.0"?><report userID="5" placeID="1818" gameJobID="x">
    <comment>AbuserID:6;Swearing;He &lt;swears&gt;</comment>
    <messages><message userID="6" guid="a">first &amp; worst</message><message userID="x"><![CDATA[<b>]]></message></messages>
  </report>`
  expect(await read(xml)).toEqual({
    reporter: 5,
    placeId: 1818,
    comment: 'Swearing;He <swears>',
    named: 6,
    lines: [
      { number: 6, text: 'first & worst' },
      { number: undefined, text: '<b>' },
    ],
  })
})

test('a comment without a name is kept whole', async () => {
  const { comment, named } = await read('<report userID="5"><comment>AbuserID: rude</comment></report>')
  expect([comment, named]).toEqual(['AbuserID: rude', undefined])
})

const deep = '<report>'.repeat(100_000)
const bomb = `<!DOCTYPE r [<!ENTITY a "${'x'.repeat(100)}"><!ENTITY b "&a;&a;">]><report><comment>&b;</comment></report>`

test.each([
  ['an empty body', ''],
  ['another document', '<other/>'],
  ['an element that is not closed', '<report userID="5"><comment>'],
  ['an undeclared entity', '<report><comment>&b;</comment></report>'],
  ['a document type', '<!DOCTYPE report SYSTEM "file:///etc/passwd"><report/>'],
  ['declared entities', bomb],
  ['elements in elements', deep],
  ['more lines than a chat shows', `<report><messages>${'<message/>'.repeat(501)}</messages></report>`],
])('refuses %s', async (_, xml) => {
  await expect(read(xml)).rejects.toThrow('Invalid Request')
})
