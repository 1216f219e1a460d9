import {
  autocompletion,
  type CompletionContext,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { css, cssLanguage } from '@codemirror/lang-css'
import { bracketMatching, HighlightStyle, indentOnInput, syntaxHighlighting } from '@codemirror/language'
import { EditorState } from '@codemirror/state'
import { drawSelection, EditorView, keymap, lineNumbers } from '@codemirror/view'
import { tags } from '@lezer/highlight'

export interface CssEditor {
  focus(): void
  /** Replaces the whole text. The user can undo it. */
  replace(text: string): void
  destroy(): void
}

const colours = HighlightStyle.define([
  { tag: tags.comment, color: 'var(--text-muted)', fontStyle: 'italic' },
  { tag: [tags.className, tags.tagName, tags.labelName], color: 'var(--accent-text)', fontWeight: '600' },
  { tag: [tags.propertyName, tags.variableName], color: 'var(--text)' },
  { tag: [tags.number, tags.unit, tags.color, tags.atom, tags.string], color: 'var(--positive)' },
  { tag: [tags.keyword, tags.modifier, tags.definitionKeyword], color: 'var(--warning)' },
])

const look = EditorView.theme({
  '&': { fontSize: '0.875rem', backgroundColor: 'var(--surface-raised)', color: 'var(--text)' },
  '.cm-scroller': {
    fontFamily: 'var(--font-mono)',
    lineHeight: '1.55',
    minHeight: '320px',
    maxHeight: '60vh',
  },
  '.cm-content': { caretColor: 'var(--text)' },
  '.cm-content, .cm-gutter': { minHeight: '320px' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-gutters': { backgroundColor: 'var(--surface-sunken)', color: 'var(--text-muted)', border: 'none' },
  '&.cm-focused': { outline: '3px solid var(--focus)', outlineOffset: '2px' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--accent-soft)',
  },
  '&.cm-focused .cm-matchingBracket': {
    backgroundColor: 'var(--accent-soft)',
    outline: '1px solid var(--line-strong)',
  },
  '.cm-tooltip': { backgroundColor: 'var(--surface-raised)', border: '1px solid var(--line-strong)' },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--accent)',
    color: 'var(--on-accent)',
  },
})

/**
 * Shows a CSS editor in an element. Its styles are in a shadow tree, where the page's Content-Security-Policy allows constructed
 * stylesheets. Tab leaves the editor, as it leaves every other field.
 *
 * @param names classes and variables that the editor suggests.
 */
export function showCssEditor(
  host: HTMLElement,
  options: {
    text: string
    label: string
    maxLength: number
    names: readonly string[]
    onchange: (text: string) => void
  },
): CssEditor {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
  const suggestions = options.names.map((label) => ({
    label,
    type: label.startsWith('--') ? 'variable' : 'class',
  }))
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: options.text,
      extensions: [
        lineNumbers(),
        history(),
        drawSelection(),
        indentOnInput(),
        bracketMatching(),
        closeBrackets(),
        autocompletion(),
        css(),
        cssLanguage.data.of({
          autocomplete: (context: CompletionContext) => {
            const word = context.matchBefore(/(\.|--)[\w-]*/)
            return word && { from: word.from, options: suggestions }
          },
        }),
        syntaxHighlighting(colours),
        look,
        EditorView.lineWrapping,
        EditorState.changeFilter.of(
          ({ newDoc, startState }) => newDoc.length <= Math.max(options.maxLength, startState.doc.length),
        ),
        EditorView.contentAttributes.of({ 'aria-label': options.label }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) options.onchange(update.state.doc.toString())
        }),
        keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap, ...completionKeymap]),
      ],
    }),
  })
  return {
    focus: () => view.focus(),
    replace: (text) => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } }),
    destroy: () => view.destroy(),
  }
}
