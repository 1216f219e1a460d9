import { isLiteralElement, type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import type { Message } from './message.ts'

/** @throws Error that names the mistake in the syntax of an ICU message */
export function parseMessage(text: string): Message {
  const elements = parse(text)
  if (elements.length === 0) return ''
  const [first] = elements
  return elements.length === 1 && first && isLiteralElement(first) ? first.value : elements
}

/** TypeScript's type of each argument, by name. Tags have the type `tag`. */
export function argumentsOf(
  message: Message,
): Map<string, 'string | number' | 'number' | 'Date' | 'string' | 'tag'> {
  const found: ReturnType<typeof argumentsOf> = new Map()
  const visit = (elements: readonly MessageFormatElement[]) => {
    for (const element of elements) {
      switch (element.type) {
        case TYPE.argument:
          if (!found.has(element.value)) found.set(element.value, 'string | number')
          break
        case TYPE.number:
          found.set(element.value, 'number')
          break
        case TYPE.date:
        case TYPE.time:
          found.set(element.value, 'Date')
          break
        case TYPE.select:
          found.set(element.value, 'string')
          for (const option of Object.values(element.options)) visit(option.value)
          break
        case TYPE.plural:
          found.set(element.value, 'number')
          for (const option of Object.values(element.options)) visit(option.value)
          break
        case TYPE.tag:
          found.set(element.value, 'tag')
          visit(element.children)
          break
      }
    }
  }
  if (typeof message !== 'string') visit(message)
  return found
}
