import { settleDirection } from './text-direction.ts'

/**
 * Normalizes the text of a large field before it is stored. Line breaks become one character, as browsers count them. Control
 * characters are removed, because some databases reject them, and so are characters that reverse other texts.
 */
export const plainText = (text: string) =>
  settleDirection(
    text
      .replaceAll(/\r\n?/g, '\n')
      .replaceAll(/[\p{Cc}\p{Cs}]/gu, (character) =>
        character === '\n' || character === '\t' ? character : '',
      ),
  )

/** A joiner between letters of scripts whose spelling needs it, such as Arabic and the Indic scripts. */
const spellingJoiner =
  /(?<=[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}])[\u200c\u200d]/gu

/**
 * Whether a name has control characters, invisible characters, or characters that change the direction of text. Joiners are
 * allowed in emoji and where spelling needs them.
 */
export const hasHidden = (name: string): boolean =>
  /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u.test(
    name.replaceAll(/\p{RGI_Emoji}/gv, '').replaceAll(spellingJoiner, ''),
  )

/** Whether a text has a visible character. Spaces and joiners alone are invisible. */
export const isVisible = (text: string): boolean => /[\p{L}\p{N}\p{P}\p{S}]/u.test(text)
