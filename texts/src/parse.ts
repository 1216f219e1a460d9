import { isLiteralElement, type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { type Message, tagKey } from './message.ts'

/** @throws Error that names the mistake in the syntax of an ICU message */
export function parseMessage(text: string): Message {
  const elements = parse(text)
  markTags(elements)
  if (elements.length === 0) return ''
  const [first] = elements
  return elements.length === 1 && first && isLiteralElement(first) ? first.value : elements
}

/** Renames each tag to its key, so that it cannot clash with an argument of the same name. */
function markTags(elements: readonly MessageFormatElement[]): void {
  for (const element of elements) {
    if (element.type === TYPE.tag) {
      element.value = tagKey(element.value)
      markTags(element.children)
    } else if (element.type === TYPE.select || element.type === TYPE.plural) {
      for (const option of Object.values(element.options)) markTags(option.value)
    }
  }
}

/** TypeScript's type of each argument, by name. Tags have names such as `<link>` and the type `tag`. */
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
