import { speakTus } from '#lib/server/tus.ts'

export const POST = speakTus
export const OPTIONS = speakTus
