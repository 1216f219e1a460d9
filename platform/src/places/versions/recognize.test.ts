import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { type OtherKind, recognize } from './recognize.ts'

const bytes = (text: string) => Buffer.from(text, 'latin1')
const image = sharp({ create: { width: 3, height: 2, channels: 3, background: 'red' } })

const others: [string, OtherKind, Buffer][] = [
  ['a PNG', 'picture', await image.clone().png().toBuffer()],
  ['a JPEG', 'picture', await image.clone().jpeg().toBuffer()],
  ['a GIF', 'picture', await image.clone().gif().toBuffer()],
  ['a WebP', 'picture', await image.clone().webp().toBuffer()],
  ['a TIFF', 'picture', await image.clone().tiff().toBuffer()],
  ['an AVIF', 'picture', await image.clone().avif().toBuffer()],
  ['a bitmap', 'picture', bytes(`BM\x46\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0${'\0'.repeat(60)}`)],
  ['an icon', 'picture', bytes('\0\0\x01\0\x01\0\x10\x10\0\0\x01\0\x20\0\x68\x04\0\0\x16\0\0\0')],
  ['an SVG', 'picture', bytes('<?xml version="1.0"?>\n<!-- made by hand -->\n<svg xmlns="">')],
  ['a PDF', 'document', bytes('%PDF-1.7\n')],
  ['a Word document', 'document', bytes(`PK\x03\x04${'\0'.repeat(26)}[Content_Types].xml`)],
  [
    'an OpenDocument',
    'document',
    bytes(`PK\x03\x04${'\0'.repeat(26)}mimetypeapplication/vnd.oasis.opendocument.text`),
  ],
  ['a web page', 'page', bytes('\n<!DOCTYPE html>\n<html>')],
  ['a web page with a byte order mark', 'page', Buffer.from('\uFEFF<HTML><head>')],
  [
    'an XHTML page',
    'page',
    bytes('<?xml version="1.0"?><!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0//EN"><html>'),
  ],
  ['a Windows program', 'program', bytes(`MZ\x90\0\x03\0\0\0`)],
  ['a Linux program', 'program', bytes('\x7fELF\x02\x01\x01')],
  ['a macOS program', 'program', bytes('\xcf\xfa\xed\xfe\x07\0\0\x01')],
  ['a script', 'program', bytes('#!/bin/sh\n')],
  ['an MP3', 'sound', bytes('ID3\x04\0')],
  ['a WAV', 'sound', bytes('RIFF\x24\0\0\0WAVEfmt ')],
  ['an MP4', 'video', bytes('\0\0\0\x20ftypisom\0\0\x02\0')],
]

const games: [string, Buffer][] = [
  ['an XML place', bytes('<?xml version="1.0" encoding="utf-8"?>\n<roblox version="4"></roblox>')],
  ['a bare XML place', bytes('<roblox xmlns:xmime="" version="4">')],
  ['a binary place', bytes('<roblox!\x89\xff\x0d\x0a\x1a\x0a\0\0')],
  ['a ZIP archive', bytes('PK\x03\x04\x14\0')],
  ['a ZIP archive with a place', bytes(`PK\x03\x04${'\0'.repeat(26)}place.rbxl`)],
  ['a file that begins like an icon', bytes(`\0\0\x01\0${'\0'.repeat(40)}`)],
  ['a gzip archive', bytes('\x1f\x8b\x08\0')],
  ['JSON', bytes('{"scene":[]}')],
  ['text that mentions a page', bytes('level one <html>')],
  ['a text that begins like a bitmap', bytes('BMX race, version 2 of the track')],
  ['WebAssembly', bytes('\0asm\x01\0\0\0')],
  ['an empty file', Buffer.alloc(0)],
  ['one byte', bytes('M')],
]

describe('the first bytes of a file', () => {
  test.each(others)('of %s are those of a %s', (_name, kind, head) => {
    expect(recognize(head, 'rbxl')).toBe(kind)
  })

  test.each(games)('of %s may be those of a game', (_name, head) => {
    expect(recognize(head, 'rbxl')).toBeUndefined()
  })

  test('are those of a game where games are web pages', () => {
    expect(recognize(bytes('<!doctype html>'), 'HTML')).toBeUndefined()
  })
})
