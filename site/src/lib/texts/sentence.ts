import { getContext, setContext } from 'svelte'

const key = Symbol('sentence')

/** Tells the components below that they are parts of a sentence. */
export const provideSentence = () => setContext(key, true)

/** Whether a component is a part of a sentence, and no text of its own. */
export const isInSentence = (): boolean => getContext<boolean | undefined>(key) ?? false
