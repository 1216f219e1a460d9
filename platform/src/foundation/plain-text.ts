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
