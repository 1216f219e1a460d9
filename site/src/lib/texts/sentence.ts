import { getContext, setContext } from 'svelte'

const key = Symbol('sentence')

/** Marks the components inside as parts of a sentence. */
export const provideSentence = () => setContext(key, true)

/** Whether a component is part of a sentence instead of a text of its own. */
export const isInSentence = (): boolean => getContext<boolean | undefined>(key) ?? false
