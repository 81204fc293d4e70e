import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { bracketMatching, indentOnInput, LanguageDescription } from '@codemirror/language'
import { languages } from '@codemirror/language-data'
import {
  closeSearchPanel,
  highlightSelectionMatches,
  openSearchPanel,
  search,
  searchKeymap,
  searchPanelOpen,
} from '@codemirror/search'
import { Compartment, EditorState, type Text } from '@codemirror/state'
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from '@codemirror/view'
import { editorTheme } from './editor-theme.ts'
import { takingPictures } from './taking-pictures.ts'

/** A text on the screen, to be read or to be written in. */
export interface Editor {
  text(): string
  /** Puts another text in the place of all that is there; it can be undone. */
  write(text: string): void
  /** Puts a text where the person writes, or where they dropped something. */
  insert(text: string, at?: number): void
  /** Puts another text in the place of one that is there once. */
  replace(text: string, other: string): void
  /** What counts as unchanged from now on. */
  setOriginal(text: string): void
  setEditable(isEditable: boolean): void
  setWrapped(isWrapped: boolean): void
  find(): void
  focus(): void
  dispose(): void
}

export interface EditorOptions {
  /** The name of the file decides the language. */
  name: string
  label: string
  text: string
  isEditable: boolean
  isWrapped: boolean
  /** What the search says in the person's language, by what it says in English. */
  phrases: Record<string, string>
  /** Told at each change whether the text is other than the original. */
  onChange: (isDifferent: boolean) => void
  /** Pictures were pasted, or dropped at a place in the text. Without it they are left to the page. */
  onPictures?: ((pictures: File[], at?: number) => void) | undefined
  /** Escape where there is nothing left to close. */
  onLeave: () => void
}

/**
 * Lives in a shadow tree: there its styles are sheets that it adopts, while in the page they would be a
 * style element, which our policy forbids.
 */
export function createEditor(host: HTMLElement, options: EditorOptions): Editor {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
  root.replaceChildren()
  const editable = new Compartment()
  const wrapping = new Compartment()
  const language = new Compartment()
  let original: Text

  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: options.text,
      extensions: [
        lineNumbers(),
        highlightActiveLineGutter(),
        highlightActiveLine(),
        highlightSpecialChars(),
        history(),
        drawSelection(),
        indentOnInput(),
        bracketMatching(),
        highlightSelectionMatches(),
        search({ top: true }),
        EditorState.phrases.of(options.phrases),
        EditorView.contentAttributes.of({ 'aria-label': options.label }),
        editorTheme,
        wrapping.of(toWrapping(options.isWrapped)),
        editable.of(toEditable(options.isEditable)),
        language.of([]),
        keymap.of([
          { key: 'Escape', run: leave },
          ...searchKeymap,
          ...defaultKeymap,
          ...historyKeymap,
          indentWithTab,
        ]),
        EditorView.domEventHandlers(takingPictures(options.onPictures)),
        EditorView.updateListener.of(({ docChanged, state }) => {
          if (docChanged) options.onChange(!state.doc.eq(original))
        }),
      ],
    }),
  })
  original = view.state.doc
  void loadLanguage()

  function leave(editor: EditorView): boolean {
    if (searchPanelOpen(editor.state)) return closeSearchPanel(editor)
    if (editor.state.readOnly) return false
    // Tab writes in here: this is the way out for those who have only keys.
    options.onLeave()
    return true
  }

  async function loadLanguage(): Promise<void> {
    const found = LanguageDescription.matchFilename(languages, options.name)
    // A grammar that does not arrive leaves a text that can be read and written all the same.
    const support = await found?.load().catch(() => undefined)
    if (support) view.dispatch({ effects: language.reconfigure(support) })
  }

  return {
    text: () => view.state.doc.toString(),
    write(text) {
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } })
    },
    insert(text, at = view.state.selection.main.from) {
      const to = at === view.state.selection.main.from ? view.state.selection.main.to : at
      const selection = { anchor: at + text.length }
      view.dispatch({ changes: { from: at, to, insert: text }, selection })
    },
    replace(text, other) {
      const from = view.state.doc.toString().indexOf(text)
      if (from < 0) return
      view.dispatch({ changes: { from, to: from + text.length, insert: other } })
    },
    setOriginal(text) {
      original = EditorState.create({ doc: text }).doc
      options.onChange(!view.state.doc.eq(original))
    },
    setEditable(isEditable) {
      view.dispatch({ effects: editable.reconfigure(toEditable(isEditable)) })
    },
    setWrapped(isWrapped) {
      view.dispatch({ effects: wrapping.reconfigure(toWrapping(isWrapped)) })
    },
    find: () => void openSearchPanel(view),
    focus: () => view.focus(),
    dispose: () => view.destroy(),
  }
}

function toWrapping(isWrapped: boolean) {
  return isWrapped ? EditorView.lineWrapping : []
}

function toEditable(isEditable: boolean) {
  return isEditable
    ? EditorView.editorAttributes.of({ class: 'cm-editable' })
    : [
        EditorState.readOnly.of(true),
        // No keyboard comes up on a phone, and keys still scroll and select.
        EditorView.editable.of(false),
        EditorView.contentAttributes.of({ tabindex: '0', 'aria-readonly': 'true' }),
      ]
}
