/**
 * Reads variables from a file with systemd's rules for `EnvironmentFile=`, which differ from those of shells and
 * dotenv. Nothing is expanded, `#` and `;` begin a comment only at the start of a line, and quotes may span lines.
 */
export function parseEnvironmentFile(text: string): Record<string, string> {
  const variables: Record<string, string> = {}
  const reader = new Reader(text)
  while (reader.more()) {
    reader.skip(isBlank)
    if (reader.peek() === '#' || reader.peek() === ';') reader.take((character) => character !== '\n')
    else {
      const name = reader.take((character) => character !== '=' && character !== '\n').trimEnd()
      if (reader.peek() !== '=') continue
      reader.next()
      const value = readValue(reader)
      if (/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) variables[name] = value
    }
  }
  return variables
}

const isBlank = (character: string) => /[ \t\r\n]/.test(character)
const isSpace = (character: string) => /[ \t\r]/.test(character)

/** Reads a value, which may consist of several quoted parts, up to the end of its line. */
function readValue(reader: Reader): string {
  let value = ''
  for (;;) {
    reader.skip(isSpace)
    const first = reader.peek()
    if (first === undefined || first === '\n') return value
    if (first === "'") value += readSingleQuoted(reader)
    else if (first === '"') value += readDoubleQuoted(reader)
    else return value + readUnquoted(reader)
  }
}

function readSingleQuoted(reader: Reader): string {
  reader.next()
  const value = reader.take((character) => character !== "'")
  reader.next()
  return value
}

function readDoubleQuoted(reader: Reader): string {
  reader.next()
  let value = ''
  for (
    let character = reader.next();
    character !== undefined && character !== '"';
    character = reader.next()
  ) {
    if (character !== '\\') value += character
    else value += unescaped(reader.next())
  }
  return value
}

/** In double quotes, a backslash that escapes nothing stays. */
function unescaped(character: string | undefined): string {
  if (character === undefined || character === '\n') return ''
  return '"\\`$'.includes(character) ? character : `\\${character}`
}

/** Blanks at the end are dropped unless they are escaped. */
function readUnquoted(reader: Reader): string {
  let value = ''
  let trimmedLength = 0
  for (;;) {
    const character = reader.peek()
    if (character === undefined || character === '\n') return value.slice(0, trimmedLength)
    reader.next()
    if (character === '\\') {
      const escaped = reader.next()
      if (escaped !== '\n') value += escaped ?? ''
      trimmedLength = value.length
    } else {
      value += character
      if (!isSpace(character)) trimmedLength = value.length
    }
  }
}

class Reader {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  more(): boolean {
    return this.#at < this.#text.length
  }

  peek(): string | undefined {
    return this.#text[this.#at]
  }

  next(): string | undefined {
    const character = this.peek()
    this.#at += 1
    return character
  }

  skip(test: (character: string) => boolean): void {
    this.take(test)
  }

  /** Reads characters while the test holds. */
  take(test: (character: string) => boolean): string {
    const start = this.#at
    for (let next = this.peek(); next !== undefined && test(next); next = this.peek()) this.#at += 1
    return this.#text.slice(start, this.#at)
  }
}
