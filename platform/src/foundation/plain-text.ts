/**
 * What somebody typed into a large field, as it is kept: lines end as they do everywhere else (browsers send two
 * characters, and count one), and characters that control machines, of which some databases take none, are left out.
 */
export const plainText = (text: string) =>
  text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[\p{Cc}\p{Cs}]/gu, (character) =>
      character === '\n' || character === '\t' ? character : '',
    )

/** Whether something of a text can be seen: spaces and joiners alone cannot. */
export const isVisible = (text: string): boolean => /[\p{L}\p{N}\p{P}\p{S}]/u.test(text)
