import { defaultHighlightStyle, HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'

const MONO = 'ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, monospace, var(--cjk)'

/** The editor in the colours of the page, light and dark alike: they are the same variables. */
const look = EditorView.theme({
  '&': {
    height: '100%',
    color: 'var(--text)',
    backgroundColor: 'var(--surface)',
    fontSize: '0.8125rem',
  },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: MONO, lineHeight: '1.25rem', overflow: 'auto' },
  '.cm-content': { padding: '1rem 0 4rem', caretColor: 'var(--accent)', outline: 'none' },
  '&.cm-focused .cm-content:focus-visible': { boxShadow: 'inset 0 0 0 2px var(--accent)' },
  '&.cm-editable .cm-content:focus-visible': { boxShadow: 'none' },
  '.cm-line': { padding: '0 1rem 0 0.5rem' },
  '.cm-gutters': {
    backgroundColor: 'var(--surface)',
    color: 'var(--muted)',
    border: 'none',
    paddingInlineStart: '0.5rem',
  },
  '.cm-cursor': { borderLeftColor: 'var(--accent)', borderLeftWidth: '2px' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--hover)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground':
    { backgroundColor: 'var(--accent-soft)' },
  '::selection': { backgroundColor: 'var(--accent-soft)' },
  '.cm-selectionMatch, .cm-searchMatch': { backgroundColor: 'var(--amber-soft)' },
  '.cm-searchMatch-selected': {
    backgroundColor: 'var(--amber-soft)',
    outline: '2px solid var(--amber)',
  },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--sunken)' },
  '.cm-panels': {
    backgroundColor: 'var(--raised)',
    color: 'var(--text)',
    fontFamily: 'var(--sans)',
    fontSize: '0.8125rem',
  },
  '.cm-panels-top': { borderBottom: '1px solid var(--line)' },
  '.cm-panel.cm-search': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '0.375rem',
    padding: '0.5rem 3rem 0.5rem 0.75rem',
    '& br': { flexBasis: '100%', width: '0' },
    '& input, & button, & label': { margin: '0' },
    '& label': {
      display: 'inline-flex',
      alignItems: 'center',
      gap: '0.375rem',
      fontSize: 'inherit',
    },
    '& input[type=checkbox]': { accentColor: 'var(--accent)' },
    '& [name=close]': {
      position: 'absolute',
      top: '0.5rem',
      insetInlineEnd: '0.5rem',
      width: '2rem',
      height: '2rem',
      color: 'var(--muted)',
      fontSize: '1.25rem',
    },
  },
  '.cm-textfield': {
    minHeight: '2rem',
    padding: '0 0.5rem',
    border: '1px solid var(--line-strong)',
    borderRadius: '0.5rem',
    backgroundColor: 'var(--surface)',
    color: 'var(--text)',
    fontSize: '0.875rem',
    fontFamily: 'inherit',
  },
  '.cm-button': {
    minHeight: '2rem',
    padding: '0 0.625rem',
    border: '1px solid var(--line-strong)',
    borderRadius: '0.5rem',
    backgroundColor: 'var(--surface)',
    backgroundImage: 'none',
    color: 'var(--text)',
    fontFamily: 'inherit',
    fontSize: 'inherit',
    cursor: 'pointer',
    '&:active': { backgroundImage: 'none', backgroundColor: 'var(--sunken)' },
  },
  '.cm-textfield:focus-visible, .cm-button:focus-visible': {
    outline: '2px solid var(--accent)',
    outlineOffset: '1px',
  },
})

/** Dark enough to be read in the line that one writes in. */
const AMBER = 'color-mix(in srgb, var(--amber) 85%, var(--text))'

/** The colours of the library's own style, and what stands for them here. */
const ours = new Map([
  ['#404740', 'var(--muted)'],
  ['#708', 'var(--violet)'],
  ['#219', AMBER],
  ['#164', AMBER],
  ['#a11', 'var(--accent-ink)'],
  ['#e40', 'var(--accent-ink)'],
  ['#00f', 'var(--blue)'],
  ['#30a', 'var(--blue)'],
  ['#085', 'var(--sky)'],
  ['#167', 'var(--sky)'],
  ['#256', 'var(--violet)'],
  ['#00c', 'var(--blue)'],
  ['#940', 'var(--muted)'],
  ['#f00', 'var(--danger)'],
])

const colours = HighlightStyle.define(
  defaultHighlightStyle.specs.map((spec) => {
    const { color } = spec as { color?: string }
    // A heading is not a link.
    const isHeading = spec.fontWeight === 'bold' && spec.textDecoration === 'underline'
    return {
      ...spec,
      ...(color === undefined ? {} : { color: ours.get(color) ?? 'var(--text)' }),
      ...(isHeading ? { textDecoration: 'none' } : {}),
    }
  }),
)

export const editorTheme: Extension = [look, syntaxHighlighting(colours)]
