import type { ClientInit } from '@sveltejs/kit/hooks'
import { readPageTexts } from '#lib/texts/page-texts.ts'

/** Runs before the page is hydrated. */
export const init: ClientInit = readPageTexts
