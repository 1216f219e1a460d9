import { expect, test } from 'vitest'
import { NoteBook } from './notes.ts'

test('prefers the note for a path to the general one', () => {
  const book = new NoteBook('field', [
    { id: 'Id of the item.' },
    { id: [{ at: /^\/report/, text: 'Id of the subject.' }] },
  ])
  expect(book.require('id', '/report?/report').text).toBe('Id of the subject.')
  expect(book.require('id', '/catalog').text).toBe('Id of the item.')
})

test('finds the note for the type of a property', () => {
  const book = new NoteBook('property', [
    {
      created: [
        { type: 'number', text: 'Unix milliseconds.' },
        { type: 'string', text: 'ISO 8601.' },
      ],
    },
  ])
  expect(book.require('created', '', ['string']).text).toBe('ISO 8601.')
})

test('reports a field without a note', () => {
  const book = new NoteBook('field', [{ id: { at: /^\/report/, text: 'Id of the subject.' } }])
  book.require('id', '/report')
  book.require('id', '/catalog')
  expect(book.faults()).toEqual(['no note describes the field id of /catalog'])
})

test('reports a note that nothing needs', () => {
  const book = new NoteBook('field', [{ id: ['Id.', { at: /^\/gone/, text: 'Id of something else.' }] }])
  book.require('id', '/report')
  expect(book.faults()).toEqual(['nothing needs the note about the field id at /^\\/gone/'])
})
