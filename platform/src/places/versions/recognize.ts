/** Kind of a file that is plainly no game file. */
export type OtherKind = 'picture' | 'document' | 'page' | 'program' | 'sound' | 'video'

/** Bytes of a file's beginning that `recognize` needs. */
export const recognizedBytes = 4096

interface Signature {
  kind: OtherKind
  /** Extensions of such files. A platform whose game files have one of them takes such files. */
  extensions: readonly string[]
  fits: (head: Buffer) => boolean
}

const has = (head: Buffer, offset: number, text: string) =>
  head.subarray(offset, offset + text.length).equals(Buffer.from(text, 'latin1'))

const begins =
  (...texts: string[]) =>
  (head: Buffer) =>
    texts.some((text) => has(head, 0, text))

/** Files in boxes, such as MP4: the second box of four bytes is `ftyp`, then the brand. */
const ofBrand =
  (brand: RegExp) =>
  (head: Buffer): boolean =>
    has(head, 4, 'ftyp') && brand.test(head.toString('latin1', 8, 12))

const inRiff = (form: string) => (head: Buffer) => has(head, 0, 'RIFF') && has(head, 8, form)

/** The markup after byte order mark, white space, XML declaration and comments. */
const markupOf = (head: Buffer) =>
  head
    .toString('utf8')
    .replace(/^\uFEFF?(?:\s+|<\?xml[^>]*\?>|<!--[\s\S]*?-->)*/, '')
    .toLowerCase()

/** Icons and cursors list their pictures. The first picture comes right after the list. */
const isIcon = (head: Buffer) =>
  (has(head, 0, '\0\0\x01\0') || has(head, 0, '\0\0\x02\0')) &&
  head.length >= 22 &&
  head.readUInt32LE(18) === 6 + 16 * head.readUInt16LE(4)

/** Documents of offices are archives. The first file in them says so. */
const isOfficeDocument = (head: Buffer) =>
  has(head, 0, 'PK\x03\x04') &&
  (has(head, 30, '[Content_Types].xml') || has(head, 30, 'mimetypeapplication/vnd.oasis.opendocument.'))

const isBitmap = (head: Buffer) =>
  has(head, 0, 'BM') && head.length >= 18 && head.readUInt32LE(6) === 0 && head.readUInt32LE(14) <= 124

/** Programs of Windows name the offset of their header. Its first bytes are nearly always the same. */
function isWindowsProgram(head: Buffer): boolean {
  if (!has(head, 0, 'MZ')) return false
  return has(head, 2, '\x90\0') || (head.length >= 64 && has(head, head.readUInt32LE(60), 'PE\0\0'))
}

const signatures: readonly Signature[] = [
  { kind: 'picture', extensions: ['png', 'apng'], fits: begins('\x89PNG\r\n\x1a\n') },
  { kind: 'picture', extensions: ['jpg', 'jpeg'], fits: begins('\xff\xd8\xff') },
  { kind: 'picture', extensions: ['gif'], fits: begins('GIF87a', 'GIF89a') },
  { kind: 'picture', extensions: ['webp'], fits: inRiff('WEBP') },
  { kind: 'picture', extensions: ['bmp'], fits: isBitmap },
  { kind: 'picture', extensions: ['tif', 'tiff'], fits: begins('II*\0', 'MM\0*') },
  { kind: 'picture', extensions: ['avif', 'heic'], fits: ofBrand(/^(avi[fs]|hei[cfxs]|mif1|msf1)$/) },
  { kind: 'picture', extensions: ['ico', 'cur'], fits: isIcon },
  { kind: 'picture', extensions: ['psd'], fits: begins('8BPS') },
  { kind: 'picture', extensions: ['jxl'], fits: begins('\xff\x0a', '\0\0\0\x0cJXL ') },
  {
    kind: 'picture',
    extensions: ['svg'],
    fits: (head) => /^(<!doctype svg\b[^>]*>\s*)?<svg[\s>]/.test(markupOf(head)),
  },
  { kind: 'document', extensions: ['pdf'], fits: begins('%PDF-') },
  { kind: 'document', extensions: ['doc', 'xls', 'ppt'], fits: begins('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1') },
  { kind: 'document', extensions: ['docx', 'xlsx', 'pptx', 'odt', 'ods', 'odp'], fits: isOfficeDocument },
  { kind: 'document', extensions: ['rtf'], fits: begins('{\\rtf') },
  {
    kind: 'page',
    extensions: ['html', 'htm', 'xhtml'],
    fits: (head) => /^<(!doctype html|html|head|body)[\s>]/.test(markupOf(head)),
  },
  { kind: 'program', extensions: ['exe', 'dll'], fits: isWindowsProgram },
  { kind: 'program', extensions: ['elf', 'so', 'bin'], fits: begins('\x7fELF') },
  {
    kind: 'program',
    extensions: ['dylib', 'class'],
    fits: begins(
      '\xfe\xed\xfa\xce',
      '\xfe\xed\xfa\xcf',
      '\xce\xfa\xed\xfe',
      '\xcf\xfa\xed\xfe',
      '\xca\xfe\xba\xbe',
    ),
  },
  { kind: 'program', extensions: ['sh', 'py'], fits: begins('#!/', '#! /') },
  { kind: 'sound', extensions: ['mp3'], fits: begins('ID3') },
  { kind: 'sound', extensions: ['ogg', 'oga', 'ogv'], fits: begins('OggS') },
  { kind: 'sound', extensions: ['wav'], fits: inRiff('WAVE') },
  { kind: 'sound', extensions: ['flac'], fits: begins('fLaC') },
  { kind: 'video', extensions: ['avi'], fits: inRiff('AVI ') },
  { kind: 'video', extensions: ['webm', 'mkv'], fits: begins('\x1aE\xdf\xa3') },
  {
    kind: 'video',
    extensions: ['mp4', 'mov', 'm4v'],
    fits: ofBrand(/^(isom|iso\d|mp4\d|avc1|qt {2}|M4V )$/),
  },
]

/**
 * Returns what a file plainly is by its first bytes; undefined: it may be a game file. Other archives are never recognized,
 * because the game files of some engines are archives.
 *
 * @param extension of the platform's game files
 */
export const recognize = (head: Buffer, extension: string): OtherKind | undefined =>
  signatures.find(({ extensions, fits }) => !extensions.includes(extension.toLowerCase()) && fits(head))?.kind
